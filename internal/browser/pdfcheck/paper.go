package pdfcheck

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Colour is red, green and blue.
type Colour [3]byte

func (c Colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// A Paper is what a page is printed on: the colours of its four corners, which lie in the margin, and the one that most
// of it has. A dark page with a margin has white corners all the same.
type Paper struct {
	Corners [4]Colour
	Most    Colour
}

// White reports whether the margin is white, and most of the page white or nearly so, as behind code.
func (p Paper) White() bool {
	for _, corner := range p.Corners {
		if corner != (Colour{255, 255, 255}) {
			return false
		}
	}
	return min(p.Most[0], p.Most[1], p.Most[2]) >= 0xe0
}

const dotsPerInch = "12"

// Papers looks at every page.
func Papers(ctx context.Context, file string) ([]Paper, error) {
	pictures, err := output(ctx, "pdftoppm", "-r", dotsPerInch, file)
	if err != nil {
		return nil, err
	}
	return papers(strings.NewReader(pictures))
}

// papers reads pictures in PPM, one after the other (netpbm's P6: width, height, greatest value, then the dots).
func papers(r io.Reader) ([]Paper, error) {
	var found []Paper
	in := bufio.NewReader(r)
	for {
		var head [3]int
		kind, err := word(in)
		if err == io.EOF {
			return found, nil
		}
		for i := range head {
			if err == nil {
				head[i], err = number(in)
			}
		}
		if err != nil || kind != "P6" || head[2] != 255 {
			return nil, errors.Join(fmt.Errorf("picture %d is no PPM that can be read", len(found)+1), err)
		}
		dots := make([]Colour, head[0]*head[1])
		for i := range dots {
			if _, err := io.ReadFull(in, dots[i][:]); err != nil {
				return nil, fmt.Errorf("picture %d is cut: %w", len(found)+1, err)
			}
		}
		found = append(found, paperOf(dots, head[0]))
	}
}

func paperOf(dots []Colour, width int) Paper {
	last := len(dots) - 1
	p := Paper{Corners: [4]Colour{dots[0], dots[width-1], dots[last-width+1], dots[last]}}
	count := map[Colour]int{}
	for _, dot := range dots {
		if count[dot]++; count[dot] > count[p.Most] {
			p.Most = dot
		}
	}
	return p
}

// word reads up to the next white space and takes that too.
func word(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		c, err := in.ReadByte()
		switch {
		case err != nil:
			return b.String(), err
		case c == ' ' || c == '\n':
			return b.String(), nil
		}
		b.WriteByte(c)
	}
}

func number(in *bufio.Reader) (int, error) {
	text, err := word(in)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err == nil && (n < 1 || n > 1<<15) {
		err = fmt.Errorf("%d", n)
	}
	return n, err
}
