package reader

import (
	"bytes"
	"fmt"
	"html"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// ServeHTTP answers / with the page and /events with what happens to it, to browsers on this machine alone.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case !forThisMachine(r):
		// A foreign name that leads here would let its pages read this one.
		http.Error(w, "this server answers for 127.0.0.1, localhost and [::1] alone", http.StatusForbidden)
	case r.URL.Path != "/" && r.URL.Path != "/events":
		http.NotFound(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "GET or HEAD alone", http.StatusMethodNotAllowed)
	case r.URL.Path == "/":
		page := s.state().shown()
		head.Set("Content-Type", "text/html; charset=utf-8")
		head.Set("Content-Length", strconv.Itoa(len(page)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(page)
		}
	default:
		head.Set("Content-Type", "text/event-stream")
		if r.Method == http.MethodGet {
			s.stream(w, r)
		}
	}
}

// forThisMachine reports whether a request names this machine and the port that it came in at.
func forThisMachine(r *http.Request) bool {
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	_, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return false
	}
	for _, name := range []string{"127.0.0.1", "localhost", "[::1]"} {
		if host := strings.ToLower(r.Host); host == name+":"+port || host == name && port == "80" {
			return true
		}
	}
	return false
}

// stream sends the state, and again each time that it changes, until the browser goes or the server ends:
// "reload" with the id of the page, also as the event's id, and "problems" with a mistake a line, empty when there is none.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	if _, err := w.Write([]byte("retry: 1000\n\n")); err != nil {
		return
	}
	for {
		now := s.state()
		if _, err := w.Write(now.events()); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-now.changed:
		case <-r.Context().Done():
			return
		}
	}
}

func (s state) events() []byte {
	var b bytes.Buffer
	b.WriteString("event: problems\n")
	for line := range strings.SplitSeq(s.wrong, "\n") {
		b.WriteString("data: " + line + "\n")
	}
	b.WriteString("\n")
	if s.id != "" {
		fmt.Fprintf(&b, "event: reload\nid: %s\ndata: %[1]s\n\n", s.id)
	}
	return b.Bytes()
}

// shown is the page as a browser gets it: it knows its id, and what is wrong with the files now.
func (s state) shown() []byte {
	page := s.page
	if s.id == "" {
		page = s.errorPage()
	}
	meta := fmt.Appendf(nil, "<meta name=\"course-build\" content=\"%s\">\n<meta name=\"course-problems\" content=\"%s\">\n</head>", s.id, html.EscapeString(s.wrong))
	return bytes.Replace(page, []byte("</head>"), meta, 1)
}
