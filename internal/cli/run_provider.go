package cli

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"agentcourse/internal/trace"
)

// A provider is who answers a program's calls.
type provider struct {
	name   string // as traces call it
	target string // its address; the simulator's is known when it runs
	key    string // the key that it wants, "" where any will do
	why    string
}

// liveKeyPrefix starts the keys of the live API. Others are for local servers, and often left in a shell.
const liveKeyPrefix = "sk-ant-"

// chooseProvider picks the provider. A key goes to the live API alone.
func (a *app) chooseProvider(f runFlags) (provider, error) {
	key := strings.TrimSpace(a.getenv("ANTHROPIC_API_KEY"))
	base, source := f.baseURL, "--base-url"
	if base == "" && !f.sim {
		base, source = strings.TrimSpace(a.getenv("ANTHROPIC_BASE_URL")), "ANTHROPIC_BASE_URL"
	}
	live := base == ""
	if base != "" {
		var err error
		if base, err = baseAddress(source, base); err != nil {
			return provider{}, err
		}
		live = sameServer(base, a.LiveAPI)
	}
	switch {
	case f.sim:
		return provider{name: trace.ProviderSim, why: "--sim was given"}, nil
	case !live && source == "--base-url":
		return provider{name: trace.ProviderLocal, target: base, why: source + " was given"}, nil
	case !live:
		return provider{name: trace.ProviderLocal, target: base, why: source + " is set"}, nil
	case key != "" && !strings.HasPrefix(key, liveKeyPrefix) && f.baseURL == "":
		return provider{name: trace.ProviderSim, why: "ANTHROPIC_API_KEY holds no key of the live API, which start with " + liveKeyPrefix}, nil
	case key != "":
		return provider{name: trace.ProviderLive, target: a.LiveAPI, key: key, why: "ANTHROPIC_API_KEY is set"}, nil
	case f.baseURL != "":
		return provider{}, errors.New("--base-url names the live API, which wants a key: set ANTHROPIC_API_KEY")
	}
	return provider{name: trace.ProviderSim, why: "ANTHROPIC_API_KEY is not set"}, nil
}

// baseAddress checks a server's address and gives it the form in which paths such as /v1/messages can be added.
func baseAddress(source, address string) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "":
		return "", fmt.Errorf("%s is no address like http://localhost:11434", source) // it may hold a secret: not shown
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return "", fmt.Errorf("%s must be a plain address like http://localhost:11434, without user, query or fragment", source)
	}
	u.Path = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/v1") // the program adds it
	return u.String(), nil
}

// sameServer reports whether an address is the live API's, so that a key may go there: the same host, port and protocol.
func sameServer(address, live string) bool {
	u, err1 := url.Parse(address)
	v, err2 := url.Parse(live)
	return err1 == nil && err2 == nil && u.Scheme == v.Scheme && strings.EqualFold(u.Hostname(), v.Hostname()) && portOf(u) == portOf(v)
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// line says at the start who answers and why.
func (p provider) line(f runFlags) string {
	switch p.name {
	case trace.ProviderLive:
		limit := "without a limit on the cost"
		if f.maxCost > 0 {
			limit = fmt.Sprintf("up to about $%g", f.maxCost)
		}
		return fmt.Sprintf("live, because %s: calls go to %s and cost money, %s", p.why, p.target, limit)
	case trace.ProviderLocal:
		return fmt.Sprintf("local, because %s: calls go to %s, without your key", p.why, p.target)
	}
	return fmt.Sprintf("sim-1, because %s: the course's simulator answers (--seed %d) and costs nothing", p.why, f.seed)
}
