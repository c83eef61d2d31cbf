package trace

// maxBuckets bounds how many steps are held apart. Beyond, neighbours are added up.
const maxBuckets = 4096

// Steps are the tokens of replies by step. A step may have several replies, and several steps may be held together.
type Steps struct {
	width   int // steps in a bucket, a power of two; 0 as long as there is none
	buckets []Bucket
}

// A Bucket is some steps that follow each other.
type Bucket struct {
	From, To int // the steps, both included
	Replies  int // 0 for steps that the trace does not have
	In, Out  int // tokens of all these replies
}

// Mean is how many tokens a reply had, on the average; 0 if there is none.
func (b Bucket) Mean() (in, out float64) {
	if b.Replies == 0 {
		return 0, 0
	}
	return float64(b.In) / float64(b.Replies), float64(b.Out) / float64(b.Replies)
}

// plus takes another bucket's replies in.
func (b *Bucket) plus(c Bucket) {
	b.Replies, b.In, b.Out = b.Replies+c.Replies, b.In+c.In, b.Out+c.Out
}

// Empty reports whether no step is known.
func (s *Steps) Empty() bool { return len(s.buckets) == 0 }

func (s *Steps) add(step int, u Usage) {
	s.width = max(s.width, 1)
	for step/s.width >= maxBuckets {
		s.halve()
	}
	for i := len(s.buckets); i <= step/s.width; i++ {
		s.buckets = append(s.buckets, Bucket{})
	}
	s.buckets[step/s.width].plus(Bucket{Replies: 1, In: u.In, Out: u.Out})
}

// halve adds each two neighbours up.
func (s *Steps) halve() {
	for i, b := range s.buckets {
		if i%2 == 0 {
			s.buckets[i/2] = b
		} else {
			s.buckets[i/2].plus(b)
		}
	}
	s.buckets = s.buckets[:(len(s.buckets)+1)/2]
	s.width *= 2
}

// Buckets are the steps from the first to the last that the trace has, in at most most parts of the same number of
// steps; the last one may have fewer. A step between them that the trace does not have is there, without replies.
func (s *Steps) Buckets(most int) []Bucket {
	first := 0
	for first < len(s.buckets) && s.buckets[first].Replies == 0 {
		first++
	}
	known := s.buckets[first:]
	group := max(1, (len(known)+most-1)/most)
	var all []Bucket
	for i := 0; i < len(known); i += group {
		end := min(i+group, len(known))
		b := Bucket{From: (first + i) * s.width, To: (first+end)*s.width - 1}
		for _, part := range known[i:end] {
			b.plus(part)
		}
		all = append(all, b)
	}
	return all
}
