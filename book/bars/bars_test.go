package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAllBars(t *testing.T) {
	known := map[string]bool{}
	for _, tool := range tools {
		known[tool.name] = true
		if tool.install == "" {
			t.Errorf("nobody is told how to install %s", tool.name)
		}
	}
	names := map[string]bool{}
	for _, b := range allBars() {
		if b.name == "" || b.limit == "" || b.measure == nil || names[b.name] {
			t.Errorf("bar %+v", b)
		}
		names[b.name] = true
		for _, need := range b.needs {
			if !known[need] {
				t.Errorf("%s needs %s, which is not in the table of tools", b.name, need)
			}
		}
	}
}

func TestTable(t *testing.T) {
	long := strings.Repeat("x", widest+1)
	results := []result{
		{bar: bar{name: "a", limit: "0 × y"}, value: "0", peer: "9", ok: true},
		{bar: bar{name: "bc", limit: "1"}, value: "2 wrong\nfirst\nsecond", ok: false},
		{bar: bar{name: "d", limit: "1"}, value: "2", ok: true, err: errors.New("no answer")},
		{bar: bar{name: "e", limit: "1"}, value: long, ok: true},
	}
	var out strings.Builder
	failed := printTable(&out, results)
	short := strings.Repeat("x", widest-1) + "…"
	gap := strings.Repeat(" ", widest)
	want := "bar  limit  ours" + gap[:widest-4] + "  pandoc\n" +
		"a    0 × y  0" + gap[:widest-1] + "  9       ok\n" +
		"bc   1      2 wrong" + gap[:widest-7] + "          FAILED\n" +
		"d    1      not measured" + gap[:widest-12] + "          FAILED\n" +
		"e    1      " + short + "          ok\n" +
		"\nbc: first\n  second\n\nd: no answer\n\ne: " + long + "\n\n4 bars, 2 failed\n"
	if diff := cmp.Diff(want, out.String()); failed != 2 || diff != "" {
		t.Errorf("%d failed (-want +got):\n%s", failed, diff)
	}
}

func TestReports(t *testing.T) {
	said := "Validating using EPUB version 3.2 rules.\nERROR(RSC-007): a.epub/b(1,2): no such file\nWARNING(OPF-003): x\nCheck finished with errors\n" +
		"Messages: 1 fatal / 12 errors / 3 warnings / 0 infos\n"
	got, err := readEPUBCheck(said)
	want := found{13, 3, []string{"ERROR(RSC-007): a.epub/b(1,2): no such file", "WARNING(OPF-003): x"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(found{})); err != nil || diff != "" {
		t.Errorf("EPUBCheck: %v (-want +got):\n%s", err, diff)
	}
	if _, err := readEPUBCheck("Exception in thread"); err == nil {
		t.Error("EPUBCheck failed, and that was not seen")
	}
	got, err = readMessages([]byte(`{"messages":[{"type":"error","lastLine":3,"message":"bad"},{"type":"info","subType":"warning","message":"odd"},`+
		`{"type":"info","message":"slash"},{"type":"non-document-error","message":"no file"}]}`), "type", "lastLine")
	want = found{2, 1, []string{"3: bad", "odd", "no file"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(found{})); err != nil || diff != "" {
		t.Errorf("messages: %v (-want +got):\n%s", err, diff)
	}
	tests, wrong := readTAP("TAP version 13\nok 1 - a\n    ok 1 - inner\nnot ok 2 - b, c\nok 3 - d # SKIP why\n1..3\n")
	if diff := cmp.Diff([]string{"b, c", "d SKIP"}, wrong); tests != 3 || diff != "" {
		t.Errorf("TAP: %d tests (-want +got):\n%s", tests, diff)
	}
}

func TestReadAxe(t *testing.T) {
	why := errors.New("why")
	for _, tt := range []struct {
		report, value string
		ok            bool
	}{
		{`{"examined":96,"violations":[]}`, "96 views, all right", true},
		{`{"examined":0,"violations":[]}`, "0 views, all right", false},
		{`{"examined":2,"violations":[{"page":"p","width":390,"theme":"dark","rule":"label","targets":["a","b"]}]}`,
			"2 views, 1 wrong\nlabel: p, dark, 390 px: a, b", false},
	} {
		if value, ok, err := readAxe([]byte(tt.report), why); value != tt.value || ok != tt.ok || err != nil {
			t.Errorf("%s: %q, %v, %v", tt.report, value, ok, err)
		}
	}
	if _, _, err := readAxe([]byte("Error: no browser"), why); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}

func TestCompared(t *testing.T) {
	for _, tt := range []struct {
		a, b, value string
		ok          bool
	}{
		{"abc", "abc", "1 KB, identical", true},
		{"abc", "abd", "3 and 3 bytes, different from byte 2 on", false},
		{"abc", "abcd", "3 and 4 bytes, different from byte 3 on", false},
	} {
		if value, ok, _ := compared([]byte(tt.a), []byte(tt.b)); value != tt.value || ok != tt.ok {
			t.Errorf("%q, %v", value, ok)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Chdir("../..")
	quick := []string{"-only", "^pages"}
	var out, errOut strings.Builder
	if code := run(t.Context(), quick, nil, &out, &errOut); code != 0 || !strings.Contains(out.String(), "\n1 bar, 0 failed\n") {
		t.Errorf("exit code %d\n%s%s", code, &out, &errOut)
	}
	t.Setenv("PATH", t.TempDir())
	errOut.Reset()
	code := run(t.Context(), []string{"-only", "^PDF: tagged"}, nil, &out, &errOut)
	for _, want := range []string{"there is no qpdf\nbars: hint: on Debian: apt install qpdf\n", "there is no Chromium\nbars: hint: install Chromium"} {
		if code != 2 || !strings.Contains(errOut.String(), want) {
			t.Errorf("exit code %d, no %q in %s", code, want, &errOut)
		}
	}
	for _, args := range [][]string{{"-only", "^no such bar"}, {"-only", "("}, {"-none"}} {
		if code := run(t.Context(), args, nil, &out, &errOut); code != 2 {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
	t.Chdir(t.TempDir())
	if code := run(t.Context(), quick, nil, &out, &errOut); code != 2 || !strings.Contains(errOut.String(), "this is not the course's repository") {
		t.Errorf("elsewhere: exit code %d, %s", code, &errOut)
	}
}

// What several bars need is made once, and its error is told to each of them.
func TestOnce(t *testing.T) {
	var o once[int]
	calls, failed := 0, errors.New("failed")
	for range 2 {
		if v, err := o.get(func() (int, error) { calls++; return 7, failed }); v != 7 || err != failed {
			t.Errorf("%d, %v", v, err)
		}
	}
	if calls != 1 {
		t.Errorf("made %d times", calls)
	}
}

func TestMeasureAllEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stops := func(context.Context, *subject) (string, bool, error) { stop(); return "", true, nil }
	b := bar{name: "a", measure: stops}
	if results := measureAll(ctx, nil, slices.Repeat([]bar{b}, 3), &strings.Builder{}); len(results) != 1 {
		t.Errorf("%d measured", len(results))
	}
}
