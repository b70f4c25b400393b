package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

func streams(body []byte) bool {
	var request struct {
		Stream bool `json:"stream"`
	}
	_ = json.Unmarshal(body, &request)
	return request.Stream
}

type object = map[string]any

// anthropic answers by the Messages protocol.
func (m *Model) anthropic(w http.ResponseWriter, body []byte, turn int) {
	blocks, reason := []object{{"type": "text", "text": "done"}}, "end_turn"
	if calls := m.calls(body, turn); len(calls) > 0 {
		blocks, reason = nil, "tool_use"
		for i, call := range calls {
			blocks = append(blocks, object{"type": "tool_use", "id": callID(turn, i), "name": call.Name, "input": call.Args})
		}
	}
	usage := object{"input_tokens": 10, "output_tokens": 10}
	message := object{"id": fmt.Sprintf("msg_%d", turn), "type": "message", "role": "assistant", "model": "mock",
		"content": blocks, "stop_reason": reason, "stop_sequence": nil, "usage": usage}
	if !streams(body) {
		reply(w, message)
		return
	}
	message["content"], message["stop_reason"] = []any{}, nil
	out := newEvents(w, true)
	out.send("message_start", object{"message": message})
	for i, block := range blocks {
		delta := object{"type": "text_delta", "text": block["text"]}
		start := object{"type": "text", "text": ""}
		if block["type"] == "tool_use" {
			text, _ := json.Marshal(block["input"])
			delta = object{"type": "input_json_delta", "partial_json": string(text)}
			start = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
		}
		out.send("content_block_start", object{"index": i, "content_block": start})
		out.send("content_block_delta", object{"index": i, "delta": delta})
		out.send("content_block_stop", object{"index": i})
	}
	out.send("message_delta", object{"delta": object{"stop_reason": reason, "stop_sequence": nil}, "usage": usage})
	out.send("message_stop", object{})
}

// responses answers by OpenAI's Responses protocol.
func (m *Model) responses(w http.ResponseWriter, body []byte, turn int) {
	var items []object
	for i, call := range m.calls(body, turn) {
		item := object{"type": "function_call", "id": fmt.Sprintf("fc_%d_%d", turn, i), "call_id": callID(turn, i),
			"name": call.Name, "arguments": inSession(arguments(call), body), "status": "completed"}
		if space, name, ok := strings.Cut(call.Name, "."); ok {
			item["namespace"], item["name"] = space, name
		}
		if text, ok := call.Args.(string); ok {
			item = object{"type": "custom_tool_call", "id": item["id"], "call_id": item["call_id"],
				"name": call.Name, "input": text, "status": "completed"}
		}
		items = append(items, item)
	}
	if items == nil {
		items = []object{{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
			"content": []object{{"type": "output_text", "text": "done", "annotations": []any{}}}}}
	}
	response := object{"id": fmt.Sprintf("resp_%d", turn), "object": "response", "status": "completed", "model": "mock",
		"output": items, "usage": object{"input_tokens": 10, "output_tokens": 10, "total_tokens": 20,
			"input_tokens_details": object{"cached_tokens": 0}, "output_tokens_details": object{"reasoning_tokens": 0}}}
	if !streams(body) {
		reply(w, response)
		return
	}
	out := newEvents(w, true)
	out.send("response.created", object{"response": object{"id": response["id"], "status": "in_progress",
		"output": []any{}}})
	for i, item := range items {
		out.send("response.output_item.added", object{"output_index": i, "item": item})
		out.send("response.output_item.done", object{"output_index": i, "item": item})
	}
	out.send("response.completed", object{"response": response})
}

// sessionMark stands, in a call's arguments, for the session that the agent named last.
const sessionMark = "PP_SESSION"

// inSession names the session in which a command is still running.
func inSession(arguments string, body []byte) string {
	found := regexp.MustCompile(`running with session ID (\d+)`).FindAllSubmatch(body, -1)
	if len(found) == 0 {
		return arguments
	}
	return strings.ReplaceAll(arguments, `"`+sessionMark+`"`, string(found[len(found)-1][1]))
}

// chat answers by OpenAI's Chat Completions protocol.
func (m *Model) chat(w http.ResponseWriter, body []byte, turn int) {
	var calls []object
	for i, call := range m.calls(body, turn) {
		calls = append(calls, object{"index": i, "id": callID(turn, i), "type": "function",
			"function": object{"name": call.Name, "arguments": arguments(call)}})
	}
	message, reason := object{"role": "assistant", "content": "done"}, "stop"
	if calls != nil {
		message, reason = object{"role": "assistant", "content": nil, "tool_calls": calls}, "tool_calls"
	}
	usage := object{"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
	head := func(kind string) object {
		return object{"id": fmt.Sprintf("chat_%d", turn), "object": kind, "created": 1, "model": "mock"}
	}
	if !streams(body) {
		answer := head("chat.completion")
		answer["choices"] = []object{{"index": 0, "message": message, "finish_reason": reason}}
		answer["usage"] = usage
		reply(w, answer)
		return
	}
	out := newEvents(w, false)
	for _, choice := range []object{
		{"index": 0, "delta": message, "finish_reason": nil},
		{"index": 0, "delta": object{}, "finish_reason": reason},
	} {
		chunk := head("chat.completion.chunk")
		chunk["choices"] = []object{choice}
		chunk["usage"] = usage
		out.send("", chunk)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// gemini answers by Gemini's generateContent protocol.
func (m *Model) gemini(w http.ResponseWriter, r *http.Request, body []byte, turn int) {
	var parts []object
	for _, call := range m.calls(body, turn) {
		parts = append(parts, object{"functionCall": object{"name": call.Name, "args": call.Args}})
	}
	if parts == nil {
		parts = []object{{"text": "done"}}
	}
	answer := object{
		"candidates":    []object{{"index": 0, "finishReason": "STOP", "content": object{"role": "model", "parts": parts}}},
		"usageMetadata": object{"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20},
		"modelVersion":  "mock"}
	if !strings.Contains(r.URL.Path, "streamGenerateContent") {
		reply(w, answer)
		return
	}
	newEvents(w, false).send("", answer)
}
