package book

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/yuin/goldmark/ast"
)

const (
	remoteAtOnce    = 4                // addresses that are asked side by side
	remoteLimit     = 10 * time.Second // for one address, with its redirects
	remoteRedirects = 5
)

// A Remote is what the web said to the addresses in the pages.
type Remote struct {
	Asked   int      // different addresses
	Dead    Problems // each place that leads to a page which is not there
	Unasked Problems // each place whose address could not be asked: a service that refuses programs, or is busy
}

// CheckRemote asks for every web address in the pages, each once, and never for this machine or for names that are examples.
// The client says how; its own redirects and time limit are not used.
func CheckRemote(ctx context.Context, o Options, client *http.Client) (Remote, error) {
	b, err := parse(o)
	if err != nil {
		return Remote{}, err
	}
	places := map[string][]Place{}
	for _, d := range b.docs {
		d.collectAddresses(places)
	}
	asker := &http.Client{Transport: client.Transport, Jar: client.Jar, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) > remoteRedirects {
			return fmt.Errorf("more than %d redirects", remoteRedirects)
		}
		return nil
	}}
	addresses := slices.Sorted(maps.Keys(places))
	answers := askAll(ctx, asker, addresses)
	if err := ctx.Err(); err != nil {
		return Remote{}, err
	}
	r := Remote{Asked: len(addresses)}
	for i, address := range addresses {
		for _, p := range places[address] {
			problem := Problem{File: p.File, Line: p.Line, Message: fmt.Sprintf("link %q: %s", address, answers[i].says)}
			switch answers[i].kind {
			case dead:
				r.Dead = append(r.Dead, problem)
			case unasked:
				r.Unasked = append(r.Unasked, problem)
			}
		}
	}
	b.inOrder(r.Dead)
	b.inOrder(r.Unasked)
	return r, nil
}

// inOrder sorts by the book's pages, and by lines.
func (b *Book) inOrder(ps Problems) {
	number := map[string]int{}
	for i, d := range b.docs {
		number[d.source] = i
	}
	slices.SortStableFunc(ps, func(x, y Problem) int {
		return cmp.Or(cmp.Compare(number[x.File], number[y.File]), cmp.Compare(x.Line, y.Line))
	})
}

// collectAddresses notes where the addresses stand that can be asked, without their fragments.
func (d *document) collectAddresses(places map[string][]Place) {
	add := func(n ast.Node, dest string) {
		u, err := url.Parse(dest)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !isPublic(u.Hostname()) {
			return
		}
		u.Fragment, u.RawFragment = "", ""
		place := Place{d.source, d.lineOf(n)}
		if address := u.String(); !slices.Contains(places[address], place) {
			places[address] = append(places[address], place)
		}
	}
	for _, link := range nodes[*ast.Link](d) {
		add(link, string(link.Destination))
	}
	for _, link := range nodes[*ast.AutoLink](d) {
		if link.AutoLinkType == ast.AutoLinkURL {
			add(link, string(link.URL(d.text)))
		}
	}
}

// isPublic reports whether a host may be asked: not this machine, not a private network, not a name that stands for any
// name (RFC 2606, RFC 6761).
func isPublic(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	for _, name := range []string{"localhost", "local", "internal", "test", "invalid", "example", "example.com", "example.org", "example.net"} {
		if host == name || strings.HasSuffix(host, "."+name) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// An answer is what asking for an address led to.
type answer struct {
	kind answerKind
	says string
}

type answerKind int

const (
	alive answerKind = iota
	dead
	unasked
)

// askAll asks for all addresses, some at a time.
func askAll(ctx context.Context, client *http.Client, addresses []string) []answer {
	answers := make([]answer, len(addresses))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(remoteAtOnce, len(addresses)) {
		group.Go(func() {
			for i := range next {
				answers[i] = ask(ctx, client, addresses[i])
			}
		})
	}
	for i := range addresses {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	return answers
}

// ask asks for one address: for its head, and for the whole if the service does not answer that well.
func ask(ctx context.Context, client *http.Client, address string) answer {
	ctx, cancel := context.WithTimeout(ctx, remoteLimit)
	defer cancel()
	status, err := request(ctx, client, http.MethodHead, address)
	if err == nil && slices.Contains([]int{400, 403, 404, 405, 501}, status) {
		status, err = request(ctx, client, http.MethodGet, address)
	}
	if err != nil {
		return answer{dead, failure(err)}
	}
	says := fmt.Sprintf("the answer is %d", status)
	if text := http.StatusText(status); text != "" {
		says += " " + text
	}
	switch {
	case status < 400:
		return answer{kind: alive}
	case status >= 500, slices.Contains([]int{401, 402, 403, 407, 408, 429, 451}, status):
		return answer{unasked, says}
	}
	return answer{dead, says}
}

func request(ctx context.Context, client *http.Client, method, address string) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("User-Agent", "Mozilla/5.0 (compatible; course-book-check)")
	req.Header.Set("Accept", "text/html,*/*")
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	_, _ = io.CopyN(io.Discard, resp.Body, 1024) // enough to see that it comes
	return resp.StatusCode, resp.Body.Close()
}

// failure words why there was no answer.
func failure(err error) string {
	var name *net.DNSError
	var failed *url.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("no answer within %v", remoteLimit)
	case errors.As(err, &name) && name.IsNotFound:
		return fmt.Sprintf("there is no host %s", name.Name)
	case errors.As(err, &failed):
		return "no answer: " + failed.Err.Error()
	}
	return "no answer: " + err.Error()
}
