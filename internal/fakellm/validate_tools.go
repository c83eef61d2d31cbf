package fakellm

// checkTools looks at names and schemas; the shapes are right.
func (c *call) checkTools() {
	seen := map[string]bool{}
	unique := true
	list, _ := c.body["tools"].([]any)
	for i, item := range list {
		tool, _ := item.(map[string]any)
		c.checkTool(i, tool)
		if name, ok := tool["name"].(string); ok {
			unique = unique && !seen[name]
			seen[name] = true
		}
	}
	if !unique {
		c.invalid(Transcript, "tools: Tool names must be unique.")
	}
}

func (c *call) checkTool(i int, tool map[string]any) {
	if kind := tool["type"]; kind != nil && kind != "custom" {
		return // a server tool: its name is the API's own
	}
	if name, ok := tool["name"].(string); ok && !toolNamePattern.MatchString(name) {
		c.invalid(Documented, "tools.%d.custom.name: String should match pattern '%s'", i, toolNamePattern)
	}
	schema, _ := tool["input_schema"].(map[string]any)
	for _, key := range []string{"oneOf", "allOf", "anyOf"} {
		if _, present := schema[key]; present {
			c.invalid(ThirdParty, "tools.%d.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level", i)
			return
		}
	}
}

// toolNames lists the names of the tools sent.
func (c *call) toolNames() []string {
	var names []string
	for _, t := range objectsIn(c.body["tools"]) {
		if name, ok := t["name"].(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// maxCacheControl is the number of breakpoints a request may set.
const maxCacheControl = 4

func (c *call) checkCacheControl() {
	found := countCacheControl(c.body) // the top-level one
	for _, t := range objectsIn(c.body["tools"]) {
		found += countCacheControl(t)
	}
	for _, b := range objectsIn(c.body["system"]) {
		found += countCacheControl(b)
	}
	for _, m := range c.messages {
		for _, b := range m.blocks {
			found += countCacheControl(b)
			for _, inner := range objectsIn(b["content"]) {
				found += countCacheControl(inner)
			}
		}
	}
	c.cacheMarks = found
	if found > maxCacheControl {
		c.invalid(ThirdParty, "A maximum of %d blocks with cache_control may be provided. Found %d.", maxCacheControl, found)
	}
}

func countCacheControl(o map[string]any) int {
	if o["cache_control"] != nil {
		return 1
	}
	return 0
}
