// Course is the workbook's command: it starts, runs, explains and grades the exercises.
package main

import (
	"os"

	"agentcourse/internal/cli"
)

func main() {
	ctx, stop := cli.Interruptible(os.Exit)
	code := cli.Run(ctx, cli.System(), os.Args[1:])
	stop()
	os.Exit(code)
}
