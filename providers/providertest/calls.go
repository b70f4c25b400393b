package providertest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
)

// inPieces cuts a text into pieces of so many characters; one that is empty is one piece.
func inPieces(text string, size int) []string {
	var out []string
	for b := range slices.Chunk([]rune(text), size) {
		out = append(out, string(b))
	}
	if len(out) == 0 {
		out = []string{""}
	}
	return out
}

func openAICalls(finish, text string, size int, calls ...engine.ToolCall) []byte {
	chunk := func(delta, finish string) string {
		return `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m-1","choices":[{"index":0,` +
			`"delta":` + delta + `,"finish_reason":` + finish + `}]}`
	}
	events := []string{chunk(`{"role":"assistant","content":null,"refusal":null}`, "null")}
	if text != "" {
		events = append(events, chunk(`{"content":`+quote(text)+`}`, "null"))
	}
	for i, c := range calls {
		events = append(events, chunk(fmt.Sprintf(
			`{"tool_calls":[{"index":%d,"id":%s,"type":"function","function":{"name":%s,"arguments":""}}]}`,
			i, quote(c.ID), quote(c.Tool)), "null"))
		for _, p := range inPieces(c.Args, size) {
			events = append(events, chunk(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, i,
				quote(p)), "null"))
		}
	}
	if finish != "" {
		events = append(events, chunk("{}", quote(finish)), "[DONE]")
	}
	return sse(events...)
}

func anthropicCalls(finish, text string, size int, calls ...engine.ToolCall) []byte {
	events := []string{
		`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1",` +
			`"content":[],"stop_reason":null,"usage":{"input_tokens":15,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"h"}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"m"}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"S1G"}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"REDACTED"}}`,
		`{"type":"content_block_stop","index":1}`,
	}
	if text != "" {
		events = append(events, `{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":`+quote(text)+`}}`,
			`{"type":"content_block_stop","index":2}`)
	}
	for i, c := range calls {
		events = append(events, fmt.Sprintf(
			`{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":%s,"name":%s,"input":{}}}`,
			i+3, quote(c.ID), quote(c.Tool)))
		for _, p := range inPieces(c.Args, size) {
			events = append(events, fmt.Sprintf(
				`{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":%s}}`, i+3, quote(p)))
		}
		events = append(events, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i+3))
	}
	if finish != "" {
		events = append(events, `{"type":"message_delta","delta":{"stop_reason":`+quote(finish)+
			`,"stop_sequence":null},"usage":{"output_tokens":34}}`, `{"type":"message_stop"}`)
	}
	return sse(events...)
}

// object is arguments as JSON: the text itself where they are none.
func object(args string) string {
	if strings.HasPrefix(args, "{") && strings.HasSuffix(args, "}") {
		return args
	}
	return quote(args)
}

func geminiCalls(finish, text string, _ int, calls ...engine.ToolCall) []byte {
	chunk := func(parts, finish string) string {
		if finish != "" {
			finish = `,"finishReason":` + quote(finish)
		}
		return `{"candidates":[{"content":{"parts":[` + parts + `],"role":"model"}` + finish + `,"index":0}],` +
			`"usageMetadata":{"promptTokenCount":120},"modelVersion":"m-1"}`
	}
	var events []string
	if text != "" {
		events = append(events, chunk(`{"text":"hm","thought":true},{"text":`+quote(text)+`}`, ""))
	}
	for _, c := range calls {
		id, mark := "", ""
		if c.ID != "" {
			id = `"id":` + quote(c.ID) + ","
		}
		if c.Mark != "" {
			mark = `,"thoughtSignature":` + quote(c.Mark)
		}
		events = append(events, chunk(`{"functionCall":{`+id+`"name":`+quote(c.Tool)+`,"args":`+object(c.Args)+`}`+mark+`}`,
			""))
	}
	if finish != "" {
		events = append(events, chunk(`{"text":""}`, finish))
	}
	return sse(events...)
}

func ollamaCalls(finish, text string, _ int, calls ...engine.ToolCall) []byte {
	line := func(rest string) string {
		return `{"model":"m-1","created_at":"2026-11-21T00:00:00Z","message":{"role":"assistant",` + rest + "\n"
	}
	var b bytes.Buffer
	b.WriteString(line(`"content":"","thinking":"h"},"done":false}`) + line(`"content":"","thinking":"m"},"done":false}`))
	if text != "" {
		b.WriteString(line(`"content":` + quote(text) + `},"done":false}`))
	}
	for i, c := range calls {
		id := ""
		if c.ID != "" {
			id = `"id":` + quote(c.ID) + ","
		}
		b.WriteString(line(fmt.Sprintf(`"content":"","tool_calls":[{%s"function":{"index":%d,"name":%s,"arguments":%s}}]}`,
			id,
			i, quote(c.Tool), object(c.Args)) + `,"done":false}`))
	}
	if finish != "" {
		b.WriteString(line(`"content":""},"done":true,"done_reason":` + quote(finish) +
			`,"prompt_eval_count":120,"eval_count":34}`))
	}
	return b.Bytes()
}
