// Package wire is what all wire protocols share: one exchange over net/http with
// its time limits, the readers of event streams, the classification of failures,
// the mapping of a prompt to messages with calls and their results, the pieces of
// which a reply's calls are put together, the fall from calls to text where a model
// takes none, and the check that a prompt fits the model's window. A protocol is a
// [Protocol] value; its provider is a [Client].
//
// It must never follow a redirect, use a proxy, send the key to any host but the
// configured one or over a wire in the clear, put the key into an error, or pass
// off a reply as whole that is not. It never cuts a prompt: what does not fit is
// not sent, nor is a picture to a model that is not known to see. Reasoning is never
// text, and goes to nobody but who gave it.
//
// Specifications: HTTP semantics (RFC 9110, Retry-After in section 10.2.3),
// Server-Sent Events (WHATWG HTML Living Standard, section 9.2, as of 2026-11),
// newline-delimited JSON (ndjson 1.0), names under localhost (RFC 6761, section
// 6.3). Start reading at [Client.Complete].
package wire
