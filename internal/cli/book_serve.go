package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"agentcourse/internal/book"
	"agentcourse/internal/catalog"
	"agentcourse/internal/proc"
	"agentcourse/internal/progress"
	"agentcourse/internal/reader"

	"github.com/spf13/cobra"
)

// lookEvery is the time between two looks at the book's files.
const lookEvery = 150 * time.Millisecond

// bookFiles are what the book is made of, from the repository's folder. A change of any of them is followed.
var bookFiles = []string{
	"lessons", "exercises", "starter", "data", "book/page.html", "book/style.css", "book/search.js", "book/reader.js", "book/live.js", "book/live.css", ".course/progress.jsonl",
}

func (a *app) bookServeCommand() *cobra.Command {
	var port uint16
	var open bool
	cmd := &cobra.Command{
		Use: "serve", Short: "Read the book in the browser, with your progress, while its files change", Args: cobra.NoArgs,
		Long: `Serve the book to browsers on this machine, until Ctrl-C. When a lesson, an exercise, the design or your progress
changes, open pages follow, and stay where they were. While the files have mistakes, these are shown, and the last
good page stays.`,
		Example: "  course book serve --open\n  course book serve --port 8080    open pages come back when it is started again",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serveBook(cmd.Context(), port, open)
		},
	}
	cmd.Flags().Uint16Var(&port, "port", 0, "listen on this `PORT`; one that is free if absent")
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	return cmd
}

func (a *app) serveBook(ctx context.Context, port uint16, open bool) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return portError(port, err)
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	s := &reader.Server{Build: a.livePage, Ticks: ticker.C, Report: a.reportBook}
	for _, file := range bookFiles {
		s.Watch = append(s.Watch, filepath.Join(a.root, filepath.FromSlash(file)))
	}
	url := fmt.Sprintf("http://%s/", l.Addr())
	a.term.Printf("the book is at %s and follows its files until Ctrl-C\n", url)
	if open {
		a.openBrowser(url)
	}
	if err := s.Serve(ctx, l); err != nil {
		return err
	}
	a.term.Note("stopped")
	return nil
}

// portError says why a port cannot be listened on.
func portError(port uint16, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return &nextStepError{fmt.Errorf("port %d is taken by another program", port), "choose another one, or leave --port out for one that is free"}
	case errors.Is(err, fs.ErrPermission):
		return &nextStepError{fmt.Errorf("port %d may not be used", port), "choose one above 1023, or leave --port out for one that is free"}
	}
	return err
}

// reportBook prints what is wrong with the book's files, or that nothing is any more.
func (a *app) reportBook(err error) {
	if err == nil {
		a.term.Printf("mended: the page is as the files are\n")
		return
	}
	a.term.Printf("%v\n", err)
	a.term.Note("the page stays as it is until this is mended")
}

// livePage builds the book from the files as they are now, with the learner's progress.
func (a *app) livePage() ([]byte, error) {
	var err error
	if a.course, err = catalog.Load(a.root); err != nil {
		return nil, err
	}
	if len(a.course.Problems) > 0 {
		return nil, errors.Join(a.course.Problems...)
	}
	states, err := a.states()
	if err != nil {
		return nil, err
	}
	b, err := a.openBook()
	if err != nil {
		return nil, err
	}
	return b.HTML(book.HTMLOptions{Live: true, Progress: progressWords(states)})
}

// progressWords is, of each exercise that was begun, the word that `course list` has for its state.
func progressWords(states map[string]progress.State) map[string]string {
	words := map[string]string{}
	for id, s := range states {
		if word, _ := progressOf(s); word != "-" {
			words[id] = word
		}
	}
	return words
}

// openBrowser asks the system to show an address, and does not wait for it.
func (a *app) openBrowser(url string) {
	names := []string{"xdg-open", "wslview"}
	if runtime.GOOS == "darwin" {
		names = []string{"open"}
	}
	for _, name := range names {
		opener := proc.LookPath(name, a.Env)
		if opener == "" {
			continue
		}
		cmd := exec.Command(opener, url)
		cmd.Dir, cmd.Env = a.root, a.Env
		if err := cmd.Start(); err != nil {
			a.term.Note("%s cannot be started: %v", name, err)
			return
		}
		go func() { _ = cmd.Wait() }()
		return
	}
	a.term.Note("no %s on the PATH: open the address yourself", strings.Join(names, " and no "))
}
