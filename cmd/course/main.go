// Course is the workbook's command: it starts, runs, explains and grades the exercises.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"agentcourse/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, cli.System(), os.Args[1:])
	stop()
	os.Exit(code)
}
