package main

type example struct{ message, answer string }

var (
	yoga = example{"Yoga monday 7pm", `{"title":"Yoga","date":"monday","time":"7pm","place":null}`}
	keys = example{"keys!!", `{"title":"keys","date":null,"time":null,"place":null}`}
)

// examples are the versions: the prompt is nothing but them.
var examples = map[string][]example{"v1": {}, "v2": {yoga}, "v3": {yoga, keys}}
