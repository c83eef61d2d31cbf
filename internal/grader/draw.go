package grader

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
)

// newRand gives each check its own stream of values, so that adding a check does not change what another draws.
func newRand(seed uint64, check string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(check))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// cmdDraw draws a value that later commands and sections use as ${name}:
//
//	draw NAME word         a made-up word of three syllables
//	draw NAME first        a first name
//	draw NAME int LOW HIGH a whole number, both ends included
//	draw NAME pick A B …   one of the words
//	draw NAME letters N    N letters
//	draw NAME text         a line that careless code damages: quotes, a comma, a backslash, per cent signs, white space, other
//	                       scripts
//	draw NAME lines        several lines, one of them empty, one indented, one long
//
// No value that a check draws stands in another one.
func cmdDraw(s *script, _ bool, args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: draw NAME word|first|int LOW HIGH|pick WORD…|letters N|text|lines")
	}
	name, kind, rest := args[0], args[1], args[2:]
	for range 1000 {
		v, err := drawOne(s.rng, kind, rest)
		if err != nil {
			return fmt.Errorf("draw %s: %w", name, err)
		}
		if !s.wasDrawn(v) {
			s.drawn[name] = v
			return nil
		}
	}
	return fmt.Errorf("draw %s: nothing is left to draw from", name)
}

// wasDrawn reports whether a value stands in one that was drawn before, or the other way round: a check that looks for one
// of them must not find the other. Numbers are apart if they differ, as they are looked for as whole fields.
func (s *script) wasDrawn(v string) bool {
	_, err := strconv.Atoi(v)
	for _, old := range s.drawn {
		if old == v || err != nil && (strings.Contains(old, v) || strings.Contains(v, old)) {
			return true
		}
	}
	return false
}

func drawOne(rng *rand.Rand, kind string, rest []string) (string, error) {
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	switch kind {
	case "word":
		return word(rng), nil
	case "first":
		return pick(strings.Fields("Amara Bruno Chiara Dmitri Esme Farid Greta Hiro Ines Jonas Kofi Leila Mateo Nadia Otto Priya")), nil
	case "pick":
		if len(rest) == 0 {
			return "", fmt.Errorf("pick needs words to pick from")
		}
		return pick(rest), nil
	case "text":
		return fmt.Sprintf("%s  \"%s\", %d%%d of C:\\%s\t– né %s 日本", word(rng), word(rng), 1+rng.IntN(99), word(rng), word(rng)), nil
	case "lines":
		long := strings.Repeat(word(rng)+" ", 18) + word(rng)
		return word(rng) + " " + word(rng) + "\n\n    **" + word(rng) + "** &lt;\t" + word(rng) + "\n" + long, nil
	case "letters":
		if len(rest) != 1 {
			return "", fmt.Errorf("letters needs a number")
		}
		n, err := strconv.Atoi(rest[0])
		if err != nil || n < 1 {
			return "", fmt.Errorf("letters needs a number, not %s", rest[0])
		}
		text := make([]byte, n)
		for i := range text {
			text[i] = byte('a' + rng.IntN(26))
		}
		return string(text), nil
	case "int":
		if len(rest) != 2 {
			return "", fmt.Errorf("int needs LOW and HIGH")
		}
		low, err1 := strconv.Atoi(rest[0])
		high, err2 := strconv.Atoi(rest[1])
		if err1 != nil || err2 != nil || high < low {
			return "", fmt.Errorf("int needs two numbers, the smaller first, not %s and %s", rest[0], rest[1])
		}
		return strconv.Itoa(low + rng.IntN(high-low+1)), nil
	}
	return "", fmt.Errorf("unknown kind %q", kind)
}

func word(rng *rand.Rand) string {
	syllables := strings.Fields("ba de fo gu ki la me no pi ru sa te vo wu zi")
	w := ""
	for range 3 {
		w += syllables[rng.IntN(len(syllables))]
	}
	return w
}
