// Package offline answers a prompt without a model, from rules: it summarises a
// text by its own sentences, counts, finds keywords, calculates, and reads the
// plain requests to read, list, find, search, run, fetch, remember and recall.
//
// It must never pass for a model: what it does not understand it does not
// answer. It invents no text, every sentence of a summary stands in the input;
// and it alters no command. It opens no file and no connection and starts
// nothing; what a request needs done it proposes like any provider, to be judged
// like any proposal. Every function is deterministic, takes any bytes, and works
// in time linear in its input, within limits that stand beside the code.
//
// Start with Parse, which tells what a prompt asks for, and Provider, which
// serves it. Summarise reads a document in three steps: blocks (blocks.go,
// orgblocks.go), their text (inline.go, sentences.go), and the choice (score.go,
// summarise.go). What is not prose is described instead (describe.go).
package offline
