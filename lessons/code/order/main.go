// Order reads a customer's note as data.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"agentcourse/starter/messages"
)

// anchor: type

// An Order is what the shop needs to know. A nil field is one that the note does not mention.
type Order struct {
	Customer *string `json:"customer"`
	Quantity *int    `json:"quantity"`
	Phone    *string `json:"phone"`
}

const schema = `{
	"type": "object",
	"properties": {
		"customer": {"type": ["string", "null"]},
		"quantity": {"type": ["integer", "null"]},
		"phone":    {"type": ["string", "null"]}
	},
	"required": ["customer", "quantity", "phone"],
	"additionalProperties": false
}`

// end: type

// Validate holds an order to the shop's own rules, which no schema knows.
func (o Order) Validate() error {
	switch {
	case o.Customer == nil:
		return errors.New("an order needs a customer")
	case o.Quantity == nil || *o.Quantity < 1 || *o.Quantity > 100:
		return errors.New("a quantity is from 1 to 100")
	}
	return nil
}

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	note := "Order from Noor: 3 boxes of tea"
	if len(os.Args) > 1 {
		note = os.Args[1]
	}
	// anchor: call
	reply, err := client.Create(context.Background(), messages.Request{
		MaxTokens:    1000,
		OutputConfig: messages.OutputConfig{Format: messages.JSONSchema(schema)},
		System:       "Extract the order from the note. A field that the note does not mention is null.",
		Messages:     []messages.Message{messages.UserText("<note>" + note + "</note>")},
	})
	if err != nil {
		log.Fatal(err)
	}
	var order Order
	if err := reply.Decode(&order); err != nil { // refuses half a reply and text around the JSON
		log.Fatal(err)
	}
	if err := order.Validate(); err != nil {
		log.Fatal(err)
	}
	// end: call
	fmt.Println(reply.Text())
	fmt.Println("customer:", *order.Customer, " quantity:", *order.Quantity, " phone given:", order.Phone != nil)
}
