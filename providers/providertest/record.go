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

const openAIUsage = `"usage":{"prompt_tokens":120,"completion_tokens":34,"total_tokens":154,` +
	`"prompt_tokens_details":{"cached_tokens":100,"cache_write_tokens":5},` +
	`"completion_tokens_details":{"reasoning_tokens":8}}`

func openAIRecord(finish string, pieces []string, size int, calls []engine.ToolCall) []byte {
	const head = `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m-1","choices":[`
	chunk := func(delta, finish string) string {
		return head + `{"index":0,"delta":` + delta + `,"logprobs":null,"finish_reason":` + finish + `}],"usage":null}`
	}
	events := []string{chunk(`{"role":"assistant","content":"","refusal":null}`, "null")}
	for _, p := range pieces {
		events = append(events, chunk(`{"content":`+quote(p)+`}`, "null"))
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
		events = append(events, chunk("{}", quote(finish)), head+`],`+openAIUsage+`}`, "[DONE]")
	}
	return append([]byte(": keep-alive\r\n\r\n"), sse(events...)...)
}

// named is events of Anthropic's stream, which have the name of their type.
func named(events ...string) []byte {
	var b bytes.Buffer
	for _, e := range events {
		kind, _, _ := strings.Cut(strings.TrimPrefix(e, `{"type":"`), `"`)
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", kind, e)
	}
	return b.Bytes()
}

func anthropicRecord(finish string, pieces []string, size int, calls []engine.ToolCall) []byte {
	delta := func(index int, kind, field, text string) string {
		return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"%s_delta","%s":%s}}`, index, kind,
			field, quote(text))
	}
	events := []string{
		`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1",` +
			`"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":15,` +
			`"cache_creation_input_tokens":5,"cache_read_input_tokens":100,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
		delta(0, "thinking", "thinking", "h"), delta(0, "thinking", "thinking", "m"),
		delta(0, "signature", "signature", "S1G"), `{"type":"content_block_stop","index":0}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"REDACTED"}}`,
		`{"type":"content_block_stop","index":1}`,
		`{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}`, `{"type":"ping"}`,
	}
	for _, p := range pieces {
		events = append(events, delta(2, "text", "text", p))
	}
	events = append(events, `{"type":"content_block_stop","index":2}`)
	for i, c := range calls {
		events = append(events, fmt.Sprintf(
			`{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":%s,"name":%s,"input":{}}}`,
			i+3, quote(c.ID), quote(c.Tool)))
		for _, p := range inPieces(c.Args, size) {
			events = append(events, delta(i+3, "input_json", "partial_json", p))
		}
		events = append(events, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i+3))
	}
	if finish != "" {
		events = append(events, `{"type":"message_delta","delta":{"stop_reason":`+quote(finish)+
			`,"stop_sequence":null},"usage":{"output_tokens":34}}`, `{"type":"message_stop"}`)
	}
	return named(events...)
}

// object is arguments as JSON: the text itself where they are none.
func object(args string) string {
	if strings.HasPrefix(args, "{") && strings.HasSuffix(args, "}") {
		return args
	}
	return quote(args)
}

// callID is the beginning of a call with its identifier, if it has one.
func callID(c engine.ToolCall) string {
	if c.ID == "" {
		return ""
	}
	return `"id":` + quote(c.ID) + ","
}

func geminiChunk(parts, finish string) string {
	if finish != "" {
		finish = `,"finishReason":` + quote(finish)
	}
	return `{"candidates":[{"content":{"parts":[` + parts + `],"role":"model"}` + finish + `,"index":0}],` +
		`"usageMetadata":{"promptTokenCount":120,"cachedContentTokenCount":100,"candidatesTokenCount":26,` +
		`"thoughtsTokenCount":8,"totalTokenCount":154},"modelVersion":"m-1","responseId":"r-1"}`
}

func geminiRecord(finish string, pieces []string, _ int, calls []engine.ToolCall) []byte {
	var events []string
	for _, p := range pieces {
		events = append(events, geminiChunk(`{"text":"hm","thought":true},{"text":`+quote(p)+`}`, ""))
	}
	for _, c := range calls {
		mark := ""
		if c.Mark != "" {
			mark = `,"thoughtSignature":` + quote(c.Mark)
		}
		events = append(events, geminiChunk(`{"functionCall":{`+callID(c)+`"name":`+quote(c.Tool)+`,"args":`+
			object(c.Args)+`}`+mark+`}`, ""))
	}
	if finish != "" {
		events = append(events, geminiChunk(`{"text":""}`, finish))
	}
	return bytes.ReplaceAll(sse(events...), []byte("\n"), []byte("\r\n"))
}

func ollamaLine(message, rest string) string {
	return `{"model":"m-1","created_at":"2026-11-21T00:00:00Z","message":{"role":"assistant",` + message + `},` + rest +
		"}\n"
}

func ollamaDone(finish string) string {
	return `"done":true,"done_reason":` + quote(finish) + `,"total_duration":5,"load_duration":1,` +
		`"prompt_eval_count":120,"prompt_eval_duration":1,"eval_count":34,"eval_duration":1`
}

func ollamaRecord(finish string, pieces []string, _ int, calls []engine.ToolCall) []byte {
	var b strings.Builder
	say := func(message string) { b.WriteString(ollamaLine(message, `"done":false`)) }
	say(`"content":"","thinking":"h"`)
	say(`"content":"","thinking":"m"`)
	for _, p := range pieces {
		say(`"content":` + quote(p))
	}
	for i, c := range calls {
		say(fmt.Sprintf(`"content":"","tool_calls":[{%s"function":{"index":%d,"name":%s,"arguments":%s}}]`, callID(c), i,
			quote(c.Tool), object(c.Args)))
	}
	if finish != "" {
		b.WriteString(ollamaLine(`"content":""`, ollamaDone(finish)))
	}
	return []byte(b.String())
}
