package cli

import (
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/progress"
)

// What comes next is the next one of the chapter that somebody works in, and only behind the last one the first that is left.
// Once it was the first of the whole course.
func TestFollowing(t *testing.T) {
	course, err := catalog.Load(repository(t))
	if err != nil {
		t.Fatal(err)
	}
	a := &app{course: course, log: progress.Open(t.TempDir())}
	all := course.StudyOrder()
	for i, ex := range all {
		want := all[(i+1)%len(all)]
		if got := a.following(ex); got != want {
			t.Errorf("after %s comes %v, want %s", ex.ID, got, want.ID)
		}
	}
}
