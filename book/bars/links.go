package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// mostTold is how many findings of a bar are told one by one.
const mostTold = 10

// verdict words what was found: how many of what were looked at, and what is wrong.
func verdict(looked string, wrong []string) (string, bool, error) {
	if len(wrong) == 0 {
		return looked + ", all right", true, nil
	}
	told := wrong[:min(len(wrong), mostTold)]
	return fmt.Sprintf("%s, %d wrong\n%s", looked, len(wrong), strings.Join(told, "\n")), false, nil
}

// count is a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// pagesHold: the pages are prepared without a mistake; a link, picture or fragment that leads nowhere would be one.
func pagesHold(_ context.Context, s *subject) (string, bool, error) {
	if _, err := s.html(); err != nil {
		return "", false, err
	}
	return count(len(s.pages), "page") + ", no mistakes", true, nil
}

func htmlLinks(_ context.Context, s *subject) (string, bool, error) {
	d, err := s.readerDocument()
	if err != nil {
		return "", false, err
	}
	return verdict(count(len(d.links), "link")+", "+count(len(d.ids), "id"), d.broken())
}

// broken is what is wrong with the ids of a single file, and with what points to them.
func (d *document) broken() []string {
	wrong := d.twice()
	for _, link := range d.links {
		if !d.leads(link) {
			wrong = append(wrong, "the link "+link+" leads nowhere")
		}
	}
	return append(wrong, d.dangling()...)
}

// twice are the ids that are given more than once.
func (d *document) twice() []string {
	var wrong []string
	for id, n := range d.ids {
		if n > 1 {
			wrong = append(wrong, fmt.Sprintf("the id %s is given %d times", id, n))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// dangling are the labels and descriptions that are not there.
func (d *document) dangling() []string {
	var wrong []string
	for _, id := range d.idrefs {
		if d.ids[id] == 0 {
			wrong = append(wrong, "a label or description names "+id+", which is not there")
		}
	}
	return wrong
}

// leads reports whether a link of a single file leads somewhere: to an id in it, or to another site. What other sites
// have is not looked at.
func (d *document) leads(link string) bool {
	if fragment, ok := strings.CutPrefix(link, "#"); ok {
		if id, err := url.PathUnescape(fragment); err == nil {
			fragment = id
		}
		return fragment != "" && d.ids[fragment] > 0
	}
	return isOutside(link)
}

func isOutside(link string) bool {
	u, err := url.Parse(link)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "mailto")
}

// loadsNothing: everything is inside the file, and a policy keeps it so.
func loadsNothing(_ context.Context, s *subject) (string, bool, error) {
	d, err := s.readerDocument()
	if err != nil {
		return "", false, err
	}
	wrong := d.outside()
	if !strings.Contains(d.policy, "default-src 'none'") {
		wrong = append(wrong, "the content security policy does not begin with nothing: "+d.policy)
	}
	return verdict(count(len(d.sources), "source"), wrong)
}

// outside are the sources that are not in the file itself.
func (d *document) outside() []string {
	var wrong []string
	for _, source := range d.sources {
		if !strings.HasPrefix(source, "data:") && !strings.HasPrefix(source, "#") {
			wrong = append(wrong, "it loads "+source)
		}
	}
	return wrong
}
