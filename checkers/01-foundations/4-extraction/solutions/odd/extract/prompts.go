package main

// prompts are the versions, each one change away from the one before.
var prompts = map[string]string{
	"v1": "Extract the event from the message: its title, date, time and place.",
	"v2": "Extract the event from the message: its title, date, time and place.\n" +
		"A field that the message does not mention is null.",
	"v3": "Extract the event from the message: its title, date, time and place.\n" +
		"A field that the message does not mention is null.\n" +
		"Keep dates and times as written.",
	"v4": "Extract the event from the message: its title, date, time and place.\n" +
		"A field that the message does not mention is null.\n" +
		"Keep dates and times as written.\n" +
		`Example: "Yoga on monday 7pm" gives {"title": "Yoga", "date": "monday", "time": "7pm", "place": null}`,
}
