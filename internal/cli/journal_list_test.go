package cli

import (
	"strings"
	"testing"
)

func TestJournalList(t *testing.T) {
	v := newJournal(t)
	v.course(0, "journal list")
	v.says(`the journal holds no entry yet; "course journal new TOPIC" makes one`)
	v.write("journal/2026-11-27-a.md", "# 記憶のない API について、とても長い題名\n\n- Exercise: 1.2\n\n## Prediction\n\n12\n\n## Numbers\n\n| Run |\n|---|\n| 1.2 |\n")
	v.write("journal/2026-11-28-b.md", "---\ntitle: \"Two\\e[31m\"\nexercises: [1.2, 1.3]\nclosed: 2026-11-28 18:00\n---\n\n## Prediction\n\n### 1.3-predict x\n\n3\n\n### 1.2-q1 x\n\nyes\n\n### 1.2-q2 y\n")
	v.write("journal/2026-11-29-c.md", "no title")
	v.write("journal/2026-11-30-d.md", "\xff")
	v.write("journal/2026-13-30-e.md", "# Later\n\n- Date: 2026-12-01T23:30:00+09:00\n")
	v.write("journal/notes.md", "# no entry")
	v.write("journal/2026-11-27-a.md.rescued-1", "kept")
	v.course(0, "journal list")
	want := "2026-11-27  1.2        記憶のない API について、とて…  open: predicted, 1 row, 0 of 5 answers\n" +
		"2026-11-28  1.2, 1.3   Two\\x1b[31m                     closed: no prediction for 1.2, 0 rows, 1 of 11 answers\n" +
		"2026-11-29  -          2026-11-29-c                    open: no prediction, 0 rows\n" +
		"2026-11-30  cannot be read: journal/2026-11-30-d.md: it is not valid UTF-8: byte 0 is 0xff\n" +
		"2026-12-01  -          Later                           open: no prediction, 0 rows\n"
	if v.out != want {
		t.Errorf("got\n%swant\n%s", v.out, want)
	}
	v.says("note: journal/2026-11-27-a.md.rescued-1 holds what an editor saved")
}

func TestJournalReview(t *testing.T) {
	v := newJournal(t)
	v.course(0, "journal review")
	v.says(`no entry in the last 7 days "course journal new TOPIC" makes one`)
	v.write("journal/2026-11-20-old.md", "# Old\n\n## Surprises\n\nlong ago\n")
	v.course(0, "journal review")
	v.says("no entry in the last 7 days the newest is journal/2026-11-20-old.md")
	v.write("journal/2026-11-23-a.md", "# A\n\n## Surprises\n\n- plain one\n- [*] best one\n\n## Post candidate\n\nNone today.\n\n## Next action\n\n- [x] done\n- [ ] to do\n- ~~not any more~~\n")
	v.write("journal/2026-11-29-b.md", "# B\n\n## Surprises\n\nseen\n★ starred\nand more\n\n## Post candidate\n\nA hook.\n\n## Next action\n\n\\# plot it\n")
	v.write("journal/2026-11-30-c.md", "\x00")
	v.course(0, "journal review")
	v.says("3 entries in the last 7 days", "surprises ★ best one (2026-11-23-a.md:6) ★ starred and more (2026-11-29-b.md:6) - plain one (2026-11-23-a.md:5) - seen (2026-11-29-b.md:5)",
		"post candidates - A hook. (2026-11-29-b.md)", "next actions - to do (2026-11-23-a.md) - # plot it (2026-11-29-b.md)", "cannot be read: journal/2026-11-30-c.md")
	if strings.Contains(v.out, "long ago") || strings.Contains(v.out, "to mark") {
		t.Errorf("%s", v.out)
	}
	v.course(0, "journal review --days 1")
	v.says("2 entries in the last 1 day ")
	v.course(0, "journal review --days 10")
	v.says("long ago")
	v.course(2, "journal review --days 0")
	v.says("--days 0 is no number of days")
	v.course(0, "journal review --help")
	v.says("begins with ★ or [*]")
}
