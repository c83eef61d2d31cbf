package scrub

import "slices"

// A finder tells which of many words stand in a text, whatever their capital letters, with one step for each byte of the
// text: the automaton of Aho and Corasick.
type finder struct {
	class [256]uint8 // of a byte; 0 for those that are in no word
	width int        // how many classes there are
	next  []uint32   // of where a state's row starts, plus a class: where the next row starts, twice, plus 1 if a word ends there
	ends  [][]int    // of a state: what the words that end there stand for
}

// newFinder makes a finder of words in lower case. Each stands for some numbers.
func newFinder(words map[string][]int) *finder {
	f := &finder{width: 1}
	for word := range words {
		for _, b := range []byte(word) {
			if f.class[b] == 0 {
				f.class[b] = uint8(f.width)
				f.width++
			}
		}
	}
	for b := byte('a'); b <= 'z'; b++ {
		f.class[b-'a'+'A'] = f.class[b]
	}
	f.link(f.tree(words))
	return f
}

// tree is the words as a tree: of a state and a class the next state, 0 for none.
func (f *finder) tree(words map[string][]int) [][]int {
	tree := [][]int{make([]int, f.width)}
	f.ends = [][]int{nil}
	for word, numbers := range words {
		state := 0
		for _, b := range []byte(word) {
			c := f.class[b]
			if tree[state][c] == 0 {
				tree[state][c] = len(tree)
				tree, f.ends = append(tree, make([]int, f.width)), append(f.ends, nil)
			}
			state = tree[state][c]
		}
		f.ends[state] = append(f.ends[state], numbers...)
	}
	return tree
}

// link makes of the tree a table that has an answer for every byte: where no word goes on, that of the longest end of
// what was read with which a word begins.
func (f *finder) link(tree [][]int) {
	fallback := make([]int, len(tree))
	queue := []int{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		f.ends[state] = append(f.ends[state], f.ends[fallback[state]]...)
		slices.Sort(f.ends[state])
		f.ends[state] = slices.Compact(f.ends[state])
		for c, to := range tree[state] {
			other := 0
			if state != 0 {
				other = tree[fallback[state]][c]
			}
			if to == 0 {
				tree[state][c] = other
				continue
			}
			fallback[to] = other
			queue = append(queue, to)
		}
	}
	f.next = make([]uint32, 0, len(tree)*f.width)
	for _, row := range tree {
		for _, to := range row {
			value := uint32(to*f.width) << 1
			if len(f.ends[to]) > 0 {
				value |= 1
			}
			f.next = append(f.next, value)
		}
	}
}

// each calls found for each place where words end, with what they stand for and the index behind them.
func (f *finder) each(text string, found func(numbers []int, end int)) {
	row := uint32(0)
	for i := range len(text) {
		value := f.next[row+uint32(f.class[text[i]])]
		row = value >> 1
		if value&1 != 0 {
			found(f.ends[int(row)/f.width], i+1)
		}
	}
}
