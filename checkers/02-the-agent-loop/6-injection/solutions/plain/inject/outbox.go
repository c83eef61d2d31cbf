package main

import (
	"encoding/json"
	"errors"
	"os"
)

// outbox stands for what would leave the machine.
type outbox struct{ lines int }

func (o *outbox) write(to, text string) error {
	line, err := json.Marshal(map[string]string{"to": to, "text": text})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(outboxFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(append(line, '\n')); err == nil {
		o.lines++
	}
	return errors.Join(err, f.Close())
}
