package journal

import "testing"

func TestAddToField(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"# T\n\n- Model: \n", "# T\n\n- Model: sim-1\n"},
		{"# T\n\n- Model:\n", "# T\n\n- Model: sim-1\n"},
		{"# T\r\n\r\n- Model:\r\n", "# T\r\n\r\n- Model: sim-1\r\n"},
		{"# T\n\n- **Model:** \n", "# T\n\n- **Model:** sim-1\n"},
		{"# T\n\n- Model: sim-1\n", "# T\n\n- Model: sim-1\n"},
		{"# T\n\n- Model: `sim-1`\n", "# T\n\n- Model: `sim-1`\n"},
		{"# T\n\n- Model: a, sim-1  \n", "# T\n\n- Model: a, sim-1  \n"},
		{"# T\n\n- Model: a  \n", "# T\n\n- Model: a, sim-1  \n"},
		{"# T\n\n- Model: `a`\n", "# T\n\n- Model: `a`, sim-1\n"},
		{"# T\n\n| x | y |\n|---|---|\n| Model | a |\n", "# T\n\n| x | y |\n|---|---|\n| Model | a, sim-1 |\n"},
		{"# T\n\n| x | y |\n|---|---|\n| Model |  |\n", "# T\n\n| x | y |\n|---|---|\n| Model | sim-1 |\n"},
		{"# T\n\nModel: a", "# T\n\nModel: a, sim-1"},
		{"# T\n\nno field\n", "# T\n\nno field\n"},
		{"---\nmodel:\n---\n# T\n", "---\nmodel: sim-1\n---\n# T\n"},
		{"---\nmodel: a\n---\n# T\n", "---\nmodel: a, sim-1\n---\n# T\n"},
		{"---\nmodel: \"a\" # mine\n---\n# T\n", "---\nmodel: \"a, sim-1\" # mine\n---\n# T\n"},
		{"---\nmodel: [a]\n---\n# T\n", "---\nmodel: [a, sim-1]\n---\n# T\n"},
		{"---\nmodel: # mine\n---\n# T\n", "---\nmodel: sim-1 # mine\n---\n# T\n"},
		{"---\nmodel:\n  - a\n---\n# T\n", "---\nmodel:\n  - a\n---\n# T\n"}, // as it is: no line to add to
	} {
		if got := string(AddToField([]byte(tt.src), "model", "sim-1")); got != tt.want {
			t.Errorf("%q became %q, want %q", tt.src, got, tt.want)
		}
	}
	if got := string(AddToField([]byte("- Model:\n"), "Model", "a|b <!-- c", "a", "", "d")); got != "- Model: a\\|b-&lt;!---c, a, d\n" {
		t.Errorf("%q", got)
	}
	if got := string(AddToField([]byte("---\nmodel:\n---\n"), "Model", "a", "b")); got != "---\nmodel: \"a, b\"\n---\n" {
		t.Errorf("%q", got)
	}
}
