package fakellm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// localModels are the models that the fake says it has where a client asks a
// server of models for its list.
func (p *Provider) localModels() []string {
	for _, list := range [][]string{p.options.Local, p.options.Models} {
		if len(list) > 0 {
			return list
		}
	}
	return []string{"llama3.2"}
}

func (p *Provider) serveVersion(x *exchange) {
	p.sendWhole(x, http.StatusOK, mustEncode(map[string]string{"version": "0.17.4"}), nil)
}

func (p *Provider) serveRoot(x *exchange) {
	p.finish(x.rec, http.StatusOK, nil)
	x.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	write(x.w, []byte("Ollama is running"))
}

// ollamaModel is an entry of /api/tags (Ollama source, api.ListModelResponse).
type ollamaModel struct {
	Name       string        `json:"name"`
	Model      string        `json:"model"`
	ModifiedAt string        `json:"modified_at"`
	Size       int64         `json:"size"`
	Digest     string        `json:"digest"`
	Details    ollamaDetails `json:"details"`
}

type ollamaDetails struct {
	ParentModel       string   `json:"parent_model"`
	Format            string   `json:"format"`
	Family            string   `json:"family"`
	Families          []string `json:"families"`
	ParameterSize     string   `json:"parameter_size"`
	QuantizationLevel string   `json:"quantization_level"`
}

func (p *Provider) serveTags(x *exchange) {
	list := []ollamaModel{}
	for _, name := range p.localModels() {
		list = append(list, ollamaModel{
			Name: tagged(name), Model: tagged(name), ModifiedAt: createdAt, Size: 2019393189,
			Digest: strings.Repeat("0123456789abcdef", 4), Details: detailsOf(name),
		})
	}
	p.sendWhole(x, http.StatusOK, mustEncode(map[string]any{"models": list}), nil)
}

// detailsOf makes up what a model is like.
func detailsOf(name string) ollamaDetails {
	family := parseOllamaName(name).model
	return ollamaDetails{Format: "gguf", Family: family, Families: []string{family}, ParameterSize: "3.2B", QuantizationLevel: "Q4_K_M"}
}

// ollamaShow describes one model (Ollama source, api.ShowResponse).
type ollamaShow struct {
	Modelfile    string         `json:"modelfile"`
	Template     string         `json:"template"`
	Details      ollamaDetails  `json:"details"`
	ModelInfo    map[string]any `json:"model_info"`
	Capabilities []string       `json:"capabilities"`
	ModifiedAt   string         `json:"modified_at"`
}

// serveShow answers POST /api/show for a model that is listed, or, where any
// is served, for any.
func (p *Provider) serveShow(x *exchange) {
	var request struct{ Model, Name string }
	if err := json.Unmarshal(x.raw, &request); err != nil {
		p.refuse(x, refuse(ollama, http.StatusBadRequest, SDK, decodeFault(err)))
		return
	}
	p.update(x.rec, func(q *Request) { q.Body = x.raw })
	asked := cmp.Or(request.Model, request.Name)
	name := parseOllamaName(asked)
	known := func(m string) bool { return parseOllamaName(m).same(name) }
	switch {
	case !name.valid():
		p.refuse(x, refuse(ollama, http.StatusBadRequest, SDK, "model is required"))
		return
	case len(p.options.Local) > 0 && !slices.ContainsFunc(p.options.Local, known):
		p.refuse(x, refuse(ollama, http.StatusNotFound, SDK, fmt.Sprintf("model '%s' not found", asked)))
		return
	}
	details := detailsOf(asked)
	p.sendWhole(x, http.StatusOK, mustEncode(ollamaShow{
		Modelfile: "FROM " + tagged(asked) + "\n", Template: "{{ .Prompt }}", Details: details, ModifiedAt: createdAt,
		ModelInfo:    map[string]any{"general.architecture": details.Family, details.Family + ".context_length": 131072},
		Capabilities: []string{"completion", "tools", "thinking"},
	}), nil)
}
