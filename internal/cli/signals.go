package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"agentcourse/internal/proc"
)

// Interruptible gives a context that ends when the course is asked to end: by Ctrl-C, Ctrl-\ or SIGTERM, or because the
// terminal was closed. Whoever asks twice will not wait: the programs that run are killed and exit is called.
func Interruptible(exit func(code int)) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	asked := make(chan os.Signal, 2)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		<-asked
		cancel()
		<-asked
		proc.KillAll()
		exit(1)
	}()
	return ctx, cancel
}
