package book

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// checkAutoLink looks at an address that is its own text.
func (d *document) checkAutoLink(link *ast.AutoLink) {
	if link.AutoLinkType == ast.AutoLinkEmail {
		return
	}
	address := string(link.URL(d.text))
	u, err := url.Parse(address)
	if err != nil {
		d.report(d.lineOf(link), "link %q is not a valid address", address)
		return
	}
	d.checkAddress(d.lineOf(link), address, u)
}

// checkAddress looks at an address that leads out of the book.
func (d *document) checkAddress(line int, address string, u *url.URL) {
	wrong := ""
	switch u.Scheme {
	case "http", "https":
		wrong = wrongWeb(address, u)
	case "mailto":
		if u.Opaque == "" && u.RawQuery == "" {
			wrong = "names nobody"
		}
	default:
		wrong = "only http, https and mailto leave the book"
		d.report(line, "link %q: %s", u, wrong)
		return
	}
	if wrong != "" {
		d.report(line, "link %q %s", address, wrong)
	}
}

// hostName is a host that browsers and e-readers take as it stands.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?$`)

// wrongWeb words what the URL standard (https://url.spec.whatwg.org/) or a reader of EPUBs refuses in a web address.
func wrongWeb(address string, u *url.URL) string {
	host := u.Hostname()
	port, _ := strconv.Atoi(u.Port())
	switch {
	case host == "":
		return "names no host"
	case strings.Contains(host, ":"):
		return "names its host by a number in brackets, which Markdown does not keep; write a name such as localhost"
	case strings.ContainsFunc(host, func(r rune) bool { return r > 0x7f }):
		return "has a host that not every e-reader finds; write it in the form that begins with xn--"
	case !hostName.MatchString(host):
		return "has a host that is no name"
	case port > 65535:
		return "has a port above 65535"
	case u.User != nil:
		return "holds a name or a password of somebody"
	case strings.Count(address, "#") > 1:
		return "has more than one #; write %23 for those after the first"
	}
	return ""
}
