package posts

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is made when it is first needed: the commands that judge no post do not wait for it.
func pattern(form string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}
