package cli

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/journal"
	"agentcourse/internal/proc"
	"agentcourse/internal/recorder"
)

// versions are the journal's files as git's commits had them, the newest first. Without git, or without a history, there
// are none: two runs of git read them all.
func (a *app) versions(ctx context.Context) []journal.Version {
	var log bytes.Buffer
	if !a.git(ctx, journal.LogArgs(), nil, &log) {
		return nil
	}
	all := journal.ParseLog(log.String())
	var blobs []string
	for _, v := range all {
		blobs = append(blobs, v.Blob)
	}
	slices.Sort(blobs)
	blobs = slices.Compact(blobs)
	if len(blobs) == 0 {
		return nil
	}
	out, in := io.Pipe()
	texts := make(chan map[string]string, 1)
	go func() {
		read, err := journal.ReadBlobs(out)
		_ = out.CloseWithError(err) // what comes after an error is not read
		texts <- read
	}()
	ok := a.git(ctx, []string{"cat-file", "--batch"}, []byte(strings.Join(blobs, "\n")+"\n"), in)
	_ = in.Close()
	read := <-texts
	if !ok {
		return nil
	}
	for i := range all {
		all[i].Text = read[all[i].Blob]
	}
	return all
}

// git runs git in the repository and reports whether that went well.
func (a *app) git(ctx context.Context, args []string, input []byte, out io.Writer) bool {
	git := proc.LookPath("git", a.Env)
	if git == "" {
		return false
	}
	run, err := proc.Run(ctx, proc.Spec{
		Path: git, Args: args, Dir: a.root, Env: append(recorder.WithoutKeys(a.Env), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C"), Input: input, Out: out,
		Limit: 20 * time.Second,
	})
	return err == nil && run.Exit == 0 && !run.Timeout && !run.Stopped
}
