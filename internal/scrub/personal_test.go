package scrub

import (
	"strings"
	"testing"
)

func places(text string, found []Secret) string {
	var all []string
	for _, f := range found {
		all = append(all, text[f.From:f.To])
	}
	return strings.Join(all, " | ")
}

func TestPersonal(t *testing.T) {
	at := "@" // so that no file of the course holds an address
	for text, want := range map[string]string{
		"Write to ann" + at + "mail.shop.de, please": "ann" + at + "mail.shop.de",
		"<ü.b+c" + at + "exämple.de>":                "ü.b+c" + at + "exämple.de",
		"ann" + at + "example.com, a" + at + "b.example.org, x" + at + "y.test, z" + at + "w.invalid, f" + at + "fake-mail.de": "",
		"git" + at + "github.com:ann/x.git and 1+ann" + at + "users.noreply.github.com":                                        "",
		"go get example.com/x" + at + "v1.2.3-rc.beta, logo" + at + "2x.png, @types/node, https://ann:pw" + at + "host.de/x":   "",
		"call +49 30 " + "9018" + "20 or":                                   "+49 30 " + "9018" + "20",
		"+1 (415) " + "867-5309":                                            "+1 (415) " + "867-5309",
		"tel:+4930" + "901820123":                                           "+4930" + "901820123",
		"(415) " + "867-5309, 415-" + "867-5309 or 415." + "867.5309.":      "(415) " + "867-5309 | 415-" + "867-5309 | 415." + "867.5309",
		"0170 " + "901 8203, 01732 " + "961001 and 030/" + "9018203":        "0170 " + "901 8203 | 01732 " + "961001 | 030/" + "9018203",
		"06 " + "42 97 51 08":                                               "06 " + "42 97 51 08",
		"0049 30 " + "901820":                                               "0049 30 " + "901820",
		"+44 20 7946 0123, (212) 555-0123, +1 212 555 0199, 01632 960001":   "",
		"123-456-7890, +1 234 567 8901, 000-000-0000":                       "",
		"traces/20261130-065721.jsonl on 2026-11-30T06:57:21+00:00, v1.2.3": "",
		"192.168.100.200, 127.0.0.1:8080, 10,000,000 tokens, $1 000 000":    "",
		"2026-11-30 12 30 45, 30.11.2026 06 57":                             "",
		"4242 4242 4242 4242 and 123e4567-e89b-12d3-a456-426614174000":      "",
		"in 12345678 out 87654321, 1e+10, x +12345678, 3.14159265358979":    "",
		"| 100 | 200 100 4000 | 0.033700 | 21212 |":                         "",
		"seed 1 2 3 4 5 6 7 8 9 10":                                         "",
		"+52.520008, +13.404954; +3.14159265; +1764503994123, +1764503994":  "",
		"312 480 1024 and 252.227-7013":                                     "",
		"00000010  16 03 01 01 18 01 00 01 14 3f |..|, 0000 0001 7452 4e53": "",
		"\x1b[32m+49 30 " + "9018" + "20\x1b[0m":                            "+49 30 " + "9018" + "20",
	} {
		found := Personal(text)
		checkPlaces(t, text, found)
		if got := places(text, found); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	root, windows := "/"+"root", `C:\`+`Users\`
	for text, want := range map[string]string{
		"cd " + home + "ann/src":                                                                  home + "ann",
		"`" + users + "Ann/x`, '" + home + "bob'":                                                 users + "Ann | " + home + "bob",
		"file://" + home + "ann/x":                                                                home + "ann",
		"open " + windows + `ann\x or C:\\` + `Users\\ann\\y`:                                     windows + `ann | C:\\` + `Users\\ann`,
		"/mnt/c" + users + "ann/x":                                                                "/mnt/c" + users + "ann",
		root + "/go/bin and " + root + " and " + root + ".":                                       root + "/go | " + root + " | " + root,
		"/var" + "/folders/ab/c0ffee1234/T/x":                                                     "/var" + "/folders/ab/c0ffee1234",
		`"a\n` + home + `ann"`:                                                                    home + "ann",
		root + "fs, ~/x, /etc/passwd, /usr/bin/env, /dev/null, /v1/messages, /tmp/x":              "",
		"https://example.com" + home + "ann, GET " + users + "7, ./" + "home/x":                   "",
		home + "$USER " + home + "<name> " + home + "you/x " + users + "yourname " + home + "{x}": "",
		"\x1b[34m" + home + "ann\x1b[0m/x":                                                        home + "ann",
		"<" + root + "><" + root + ">, \"/us" + "ers/42\", " + home + "foo/x":                     "",
		"path: " + home + "ann/x, path=" + home + "ann, the path \"" + home + "ann\"":             home + "ann | " + home + "ann | " + home + "ann",
		"starter" + home + "x, ~" + root + "/x":                                                   "",
	} {
		found := Paths(text)
		checkPlaces(t, text, found)
		if got := places(text, found); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func FuzzPersonalAndPaths(f *testing.F) {
	f.Add("ann@" + "mail.de +49 30 " + "9018 20 " + home + `ann C:\` + `Users\ann`)
	f.Fuzz(func(t *testing.T, text string) {
		checkPlaces(t, text, Personal(text))
		checkPlaces(t, text, Paths(text))
	})
}
