package messages

import (
	"encoding/json"
	"errors"
	"fmt"
)

// assembly puts the reply together from the events of its stream.
type assembly struct {
	begun   bool     // message_start has come
	message Response // without its content
	parts   []part
}

// eventKind is the type that the JSON names. The name of the event says the
// same, where a server sends one; "error" counts wherever it stands.
func eventKind(name string, data []byte) string {
	var wire struct {
		Type string `json:"type"`
	}
	if name == "error" || json.Unmarshal(data, &wire) != nil || wire.Type == "" {
		return name
	}
	return wire.Type
}

// add takes in one event and says what it means to a reader. The zero Event
// means nothing, such as a ping. An error means that the events do not make up
// a message.
func (a *assembly) add(kind string, data []byte) (Event, error) {
	switch kind {
	case EventMessageStart, EventBlockStart, EventBlockDelta, EventBlockStop, EventMessageDelta, EventMessageStop:
	case "":
		return Event{}, errors.New("neither the event nor its data names a type")
	default:
		return Event{}, nil
	}
	var wire struct {
		Index        int             `json:"index"`
		Message      json.RawMessage `json:"message"`
		ContentBlock json.RawMessage `json:"content_block"`
		Delta        json.RawMessage `json:"delta"`
		Usage        json.RawMessage `json:"usage"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return Event{}, err
	}
	if a.begun == (kind == EventMessageStart) {
		return Event{}, errors.New("a message has to begin first, and only once")
	}
	event := Event{Kind: kind, Index: wire.Index}
	var err error
	switch kind {
	case EventMessageStart:
		err = json.Unmarshal(wire.Message, &a.message)
		a.begun = err == nil
	case EventBlockStart:
		err = a.startBlock(&event, wire.ContentBlock)
	case EventBlockDelta, EventBlockStop:
		if wire.Index < 0 || wire.Index >= len(a.parts) {
			err = fmt.Errorf("no block %d has begun", wire.Index)
		} else if kind == EventBlockDelta {
			err = a.parts[wire.Index].grow(&event, wire.Delta)
		}
	case EventMessageDelta:
		err = a.endMessage(wire.Delta, wire.Usage)
	}
	return event, err
}

// startBlock adds a block. Blocks begin in the order of their indexes, without
// a gap, although an earlier one may still be growing (SDK source, Accumulate).
func (a *assembly) startBlock(event *Event, raw json.RawMessage) error {
	if event.Index != len(a.parts) {
		return fmt.Errorf("block %d begins where block %d should", event.Index, len(a.parts))
	}
	p := part{grown: map[string][]byte{}}
	if err := json.Unmarshal(raw, &p.start); err != nil {
		return fmt.Errorf("content_block: %w", err)
	}
	if p.start == nil {
		return errors.New("content_block is null")
	}
	a.parts = append(a.parts, p)
	return json.Unmarshal(raw, &event.Block)
}

// endMessage takes in why the model stopped, and the usage. Its counts are
// totals of the whole message: they replace those of message_start and must not
// be added to them; one that is absent was final already (SDK source,
// Accumulate).
func (a *assembly) endMessage(delta, usage json.RawMessage) error {
	err := json.Unmarshal(delta, &struct {
		StopReason   *string `json:"stop_reason"`
		StopSequence *string `json:"stop_sequence"`
	}{&a.message.StopReason, &a.message.StopSequence})
	if err == nil && usage != nil {
		err = json.Unmarshal(usage, &a.message.Usage)
	}
	return err
}

// reply is the message as far as it has come, nil if it has not begun.
func (a *assembly) reply() *Response {
	if !a.begun {
		return nil
	}
	reply := a.message
	reply.Content = make([]Block, len(a.parts))
	for i, p := range a.parts {
		reply.Content[i] = p.block()
	}
	return &reply
}
