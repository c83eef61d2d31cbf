package journal

import (
	"errors"
	"fmt"
	"os"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/rewrite"
)

// change changes the entry's file, also while an editor saves it. Its Doc stays what it was.
func (e Entry) change(add func(src []byte) ([]byte, error)) error {
	if info, err := os.Stat(e.Path); err == nil && info.Size() > document.MaxSize {
		return fmt.Errorf("it is %d bytes long; more than %d are not read", info.Size(), document.MaxSize)
	}
	err := rewrite.File(e.Path, func(src []byte) ([]byte, error) {
		if p := document.Parse(src).Problems; len(p) > 0 {
			return nil, fmt.Errorf("line %d: %s", p[0].Line, p[0].What)
		}
		return add(src)
	})
	if errors.Is(err, errNoPlace) && len(e.swallows) > 0 {
		err = fmt.Errorf("%w: line %d: %s", err, e.swallows[0].Line, e.swallows[0].What)
	}
	return err
}

// AddRun adds a run's row to the table of numbers, and notes in the header the models that answered and their provider.
func (e Entry) AddRun(row Row, models []string, provider string) error {
	return e.change(func(src []byte) ([]byte, error) {
		src, err := AddRow(src, row)
		if err != nil || len(models) == 0 {
			return src, err
		}
		return AddToField(AddToField(src, "Model", models...), "Provider", provider), nil
	})
}

// AddPrediction writes a prediction for an exercise.
func (e Entry) AddPrediction(exercise, prediction string) error {
	return e.change(func(src []byte) ([]byte, error) { return AddPrediction(src, exercise, prediction) })
}

// AddTo writes a text at the end of a section.
func (e Entry) AddTo(section, addition string) error {
	return e.change(func(src []byte) ([]byte, error) { return AddTo(src, section, addition) })
}

// Close notes when the session was closed.
func (e Entry) Close(at time.Time) error {
	return e.change(func(src []byte) ([]byte, error) { return Close(src, at) })
}
