package checkertest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
)

// buildAll builds the programs of all variants into one folder, under the names of their folders, and returns it. Linking is
// what takes long, so most of them share a binary: it does what the name says by which it was started. Of an exercise without
// programs nothing is built here: its packages are compiled with what grades them.
func buildAll(t *testing.T, module string, ex *catalog.Exercise, variants []variant) string {
	t.Helper()
	bin := filepath.Join(module, "bin")
	if len(ex.Programs) == 0 {
		return bin
	}
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, p := range ex.Programs {
		share(t, module, bin, ex, p, variants)
	}
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin+string(os.PathSeparator), "./...")
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// share puts the variants of a program that may share a binary into one, which is to be built as bin/PROGRAM, and links the
// names of their folders to it.
func share(t *testing.T, module, bin string, ex *catalog.Exercise, program string, variants []variant) {
	t.Helper()
	var shared []string // folders of programs, from the module
	for _, v := range variants {
		if v.apart {
			continue
		}
		folder := filepath.Join(v.tree, filepath.FromSlash(ex.Key), v.program(program))
		if canShare(t, v, filepath.Dir(folder)) {
			intoPackage(t, folder)
			rel, err := filepath.Rel(module, folder)
			if err != nil {
				t.Fatal(err)
			}
			shared = append(shared, filepath.ToSlash(rel))
		}
	}
	writeShared(t, module, program, shared)
	for _, folder := range shared {
		if err := os.Symlink(program, filepath.Join(bin, filepath.Base(folder))); err != nil {
			t.Fatal(err)
		}
	}
}

// canShare reports whether a variant's programs may share a binary with others: their verdict names no function of package
// main, as it does after a panic, and nothing in them runs before main.
func canShare(t *testing.T, v variant, folder string) bool {
	if v.golden != "" {
		if verdict, err := os.ReadFile(v.golden); err == nil && strings.Contains(string(verdict), "main.") {
			return false
		}
	}
	early := false
	for _, file := range goFiles(t, folder) {
		f := parseGo(t, file)
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				early = early || d.Recv == nil && d.Name.Name == "init"
			case *ast.GenDecl:
				early = early || d.Tok == token.VAR && calls(d)
			}
		}
	}
	return !early
}

// calls reports whether a declaration calls anything, such as flag.Int, which two programs in one binary cannot both do.
func calls(d *ast.GenDecl) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !converts(call) {
			harmless := []string{"regexp.MustCompile", "errors.New", "strings.NewReplacer"}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			pkg, isName := ast.Node(nil), false
			if ok {
				pkg = sel.X
				_, isName = pkg.(*ast.Ident)
			}
			found = found || !isName || !slices.Contains(harmless, pkg.(*ast.Ident).Name+"."+sel.Sel.Name)
		}
		return !found
	})
	return found
}

// converts reports whether what looks like a call is a conversion to a pointer, as in (*Adapter)(nil).
func converts(call *ast.CallExpr) bool {
	paren, ok := call.Fun.(*ast.ParenExpr)
	if ok {
		_, ok = paren.X.(*ast.StarExpr)
	}
	return ok
}

// intoPackage turns a program into a package with a function Main.
func intoPackage(t *testing.T, folder string) {
	t.Helper()
	for _, file := range goFiles(t, folder) {
		if filepath.Dir(file) != folder {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := parseGo(t, file)
		text := string(src)
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "main" {
				at := int(d.Name.Pos() - f.FileStart)
				text = text[:at] + "Main" + text[at+len("main"):]
			}
		}
		at := int(f.Name.Pos() - f.FileStart)
		text = text[:at] + "program" + text[at+len("main"):]
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// writeShared writes the program that does what one of the packages does, by the name it is started by.
func writeShared(t *testing.T, module, program string, folders []string) {
	t.Helper()
	imports, cases := "", ""
	for i, folder := range folders {
		imports += fmt.Sprintf("\tp%d %q\n", i, "learner/"+folder)
		cases += fmt.Sprintf("\tcase %q:\n\t\tp%d.Main()\n", filepath.Base(folder), i)
	}
	src := "package main\n\nimport (\n\t\"os\"\n\t\"path/filepath\"\n\n" + imports + ")\n\n" +
		"func main() {\n\tswitch filepath.Base(os.Args[0]) {\n" + cases + "\t}\n}\n"
	dir := filepath.Join(module, "shared", program)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
}

func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".go" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parseGo(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
