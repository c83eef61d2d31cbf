package grader

// A command is what a check file may say. run returns an error when the command itself is wrong, which is the
// grader's fault, and notes a failure in the script when the program is.
type command struct {
	run     func(s *script, neg bool, args []string) error
	asserts bool // whether a program can fail it
	program bool // whether its first argument names a program
}

// commands are all that a check may use. testscript's own are refused when a check is loaded: they report in text
// alone, so that a wrong program, a wrong pattern and a typing mistake would look the same.
var commands = map[string]command{
	"draw":       {run: cmdDraw},
	"provider":   {run: cmdProvider},
	"release":    {run: cmdRelease},
	"run":        {run: cmdRun, asserts: true, program: true},
	"start":      {run: cmdStart, program: true},
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
	"gotest":     {run: cmdGoTest, asserts: true},
}
