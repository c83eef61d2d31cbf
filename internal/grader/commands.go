package grader

// A command is what a check file may say. run returns an error when the command itself is wrong, which is the
// grader's fault, and notes a failure in the script when the program is.
type command struct {
	run     func(s *script, neg bool, args []string) error
	asserts bool // whether a program can fail it

	// look, if there is one, holds the words behind the command against what is there when a check is loaded, and notes in
	// the check what it needs.
	look func(l *loader, c *Check, words []string) error
}

// commands are all that a check may use. testscript's own are refused when a check is loaded: they report in text
// alone, so that a wrong program, a wrong pattern and a typing mistake would look the same.
var commands = map[string]command{
	"draw":       {run: cmdDraw},
	"provider":   {run: cmdProvider},
	"release":    {run: cmdRelease},
	"run":        {run: cmdRun, asserts: true, look: lookProgram},
	"start":      {run: cmdStart, look: lookProgram},
	"type":       {run: cmdType, asserts: true},
	"await":      {run: cmdAwait, asserts: true},
	"eof":        {run: cmdEOF},
	"finish":     {run: cmdFinish, asserts: true},
	"prints":     {run: cmdPrints, asserts: true},
	"json":       {run: cmdJSON, asserts: true},
	"fields":     {run: cmdFields, asserts: true},
	"file":       {run: cmdFile},
	"link":       {run: cmdLink},
	"fifo":       {run: cmdFIFO},
	"big":        {run: cmdBig},
	"left":       {run: cmdLeft, asserts: true},
	"trace":      {run: cmdTrace, asserts: true},
	"sequential": {run: cmdSequential, asserts: true},
	"requests":   {run: cmdRequests, asserts: true},
	"sends":      {run: cmdSends, asserts: true},
	"request":    {run: cmdRequest, asserts: true},
	"accepts":    {run: cmdAccepts, asserts: true},
	"test":       {run: cmdTest, asserts: true, look: lookTest},
	"gotest":     {run: cmdGoTest, asserts: true, look: lookGoTest},
	"unchanged":  {run: cmdUnchanged, asserts: true, look: lookUnchanged},
}
