//go:build unix

package proc

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"
)

func TestRunTool(t *testing.T) {
	misbehave := func(what string, limit time.Duration) Spec {
		return Spec{Path: misbehave, Args: []string{what}, Env: os.Environ(), Limit: limit}
	}
	if r, err := RunTool(t.Context(), "it", misbehave("environment", time.Minute)); err != nil || r.Exit != 0 {
		t.Errorf("a program that ends: %+v, %v", r, err)
	}
	if _, err := RunTool(t.Context(), "it", misbehave("polite", time.Millisecond)); err == nil || err.Error() != "it did not end within 1ms" {
		t.Errorf("one that does not: %v", err)
	}
	stopped, stop := context.WithCancelCause(t.Context())
	why := errors.New("no more")
	stop(why)
	if _, err := RunTool(stopped, "it", misbehave("polite", time.Minute)); !errors.Is(err, why) && !errors.Is(err, context.Canceled) {
		t.Errorf("one that is stopped: %v", err)
	}
}
