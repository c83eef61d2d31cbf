// Sidebyside lets a model ask for three tools at once, of which the first is
// done last, and shows what goes back.
package main

import (
	"context"
	"fmt"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
)

func main() {
	// anchor: tool
	type arguments struct {
		Town string `json:"town" description:"a town, without its country"`
	}
	others := make(chan struct{}, 2)
	weather, err := agentic.NewTool("weather", "The weather in a town.", func(_ context.Context, a arguments) (string, error) {
		if a.Town == "Oslo" { // is done when the two others are
			<-others
			<-others
			return "snow", nil
		}
		others <- struct{}{}
		return "rain", nil
	})
	// end: tool
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", weather.Schema)
	registry, err := agentic.NewRegistry(weather)
	if err != nil {
		panic(err)
	}
	// anchor: script
	fake := fakemodel.New(
		fakemodel.ToolCalls(
			fakemodel.ToolCall("weather", arguments{"Oslo"}),
			fakemodel.ToolCall("weather", arguments{"Bergen"}),
			fakemodel.ToolCall("weather", arguments{"Bodø"}),
		),
		fakemodel.Text("Snow in Oslo, rain in the two others."),
	)
	agent := agentic.Agent{Model: fake, Tools: registry}
	run, err := agent.Run(context.Background(), "Where do I need boots?")
	// end: script
	if err != nil {
		panic(err)
	}
	for _, m := range fake.Calls()[1].Messages {
		fmt.Printf("%-9s %-13s %q\n", m.Role(), m.ToolCallID(), m.Text())
		for _, call := range m.ToolCalls() {
			fmt.Printf("%-9s %-13s %s\n", "  asks", call.ID, call.Arguments)
		}
	}
	fmt.Println(run.Stop, run.Trajectory())
}
