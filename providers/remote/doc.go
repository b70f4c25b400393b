// Package remote has the clients of model servers over package wire: OpenAI's protocol and the many services that speak
// it, Anthropic's, Google's and Ollama's, and the embedder that has such a server make vectors of texts.
//
// It must never pass off a refusal, a filtered reply or one that was cut as an answer. Start at [OpenAI], [Anthropic],
// [Gemini], [Ollama] and [NewEmbedder].
package remote
