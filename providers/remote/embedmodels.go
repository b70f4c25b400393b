package remote

import "strings"

// embedModel is how a family of models wants its texts, as its authors say on its page.
type embedModel struct {
	name            string // which its name contains, in lower case and without what is not a letter or a digit
	query, document string // stand before the text
	window          int    // tokens that it reads of a text
}

const passages = "Represent this sentence for searching relevant passages: "

// embedModels are looked through in order: those with the longer names come first. What none of
// them is gets its texts as they are.
var embedModels = [...]embedModel{
	{name: "nomicembed", query: "search_query: ", document: "search_document: ", window: 2048},
	{name: "e5mistral", query: retrieve, window: 4096},
	{name: "e5largeinstruct", query: retrieve, window: 512},
	{name: "e5small", query: "query: ", document: "passage: ", window: 512},
	{name: "e5base", query: "query: ", document: "passage: ", window: 512},
	{name: "e5large", query: "query: ", document: "passage: ", window: 512},
	{name: "bgem3", window: 8192},
	{name: "bge", query: passages, window: 512},
	{name: "mxbaiembed", query: passages, window: 512},
	{name: "snowflakearcticembed2", query: "query: ", window: 8192},
	{name: "arcticembedlv2", query: "query: ", window: 8192},
	{name: "arcticembedmv2", query: "query: ", window: 8192},
	{name: "arcticembed", query: passages, window: 512},
	{name: "embeddinggemma", query: "task: search result | query: ", document: "title: none | text: ", window: 2048},
	{name: "qwen3embedding", query: retrieve, window: 8192},
	{name: "minilm", window: 256},
	{name: "textembedding3", window: 8191},
	{name: "textembeddingada002", window: 8191},
}

const retrieve = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "

// embedModelOf is what is known of a model by its name, such as "nomic-embed-text:v1.5" or
// "intfloat/multilingual-e5-base".
func embedModelOf(name string) embedModel {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	for _, m := range embedModels {
		if strings.Contains(plain, m.name) {
			return m
		}
	}
	return embedModel{window: 512}
}
