// Command tinymodel writes a language model as a GGUF file: a llama of one block
// whose vocabulary is the 256 bytes and a few words, made so that whatever it reads
// it answers "OK" and ends. Its weights in the block are zero, so that the next token depends
// on the last one alone. It is for trying a real server without a real model.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"os"
)

const (
	width   = 64
	inner   = 128
	heads   = 2
	context = 4096
	align   = 32
)

// pieces are what the tokenizer makes of "a line of text" again and again, shortest
// first, so that a token is not a byte as it would be in no real model. "▁" is a space.
var pieces = []string{"▁", "a", "l", "i", "n", "e", "o", "f", "t", "x", "li", "ne", "te", "xt", "of", "line", "text",
	"▁line", "▁of", "▁text", "▁a"}

// vocab is the size of the vocabulary: unknown, begin, end, the bytes, the pieces.
var vocab = 3 + 256 + len(pieces)

// The numbers of types in the format (GGUF, version 3).
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeString  = 8
	typeArray   = 9
)

type writer struct{ bytes.Buffer }

func (w *writer) put(v any) { binary.Write(&w.Buffer, binary.LittleEndian, v) }

func (w *writer) text(s string) {
	w.put(uint64(len(s)))
	w.WriteString(s)
}

func (w *writer) key(name string, kind uint32) {
	w.text(name)
	w.put(kind)
}

func (w *writer) number(name string, n uint32) {
	w.key(name, typeUint32)
	w.put(n)
}

func (w *writer) array(name string, kind uint32, n int) {
	w.key(name, typeArray)
	w.put(kind)
	w.put(uint64(n))
}

type tensor struct {
	name string
	dims []uint64
	data []float32
}

// token is the number of a byte in the vocabulary.
func token(b byte) int { return 3 + int(b) }

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: tinymodel FILE")
	}
	// What a token says of the next is one coordinate: 0 after anything, 1 after
	// "O", 2 after "K".
	embeddings, output := make([]float32, vocab*width), make([]float32, vocab*width)
	for t := range vocab {
		embeddings[t*width] = 1
	}
	follows := func(before, next, coordinate int) {
		if before >= 0 {
			embeddings[before*width], embeddings[before*width+coordinate] = 0, 1
		}
		output[next*width+coordinate] = 10
	}
	follows(-1, token('O'), 0)
	follows(token('O'), token('K'), 1)
	follows(token('K'), 2, 2)
	ones := make([]float32, width)
	for i := range ones {
		ones[i] = 1
	}
	square := []uint64{width, width}
	list := []tensor{
		{"token_embd.weight", []uint64{width, uint64(vocab)}, embeddings},
		{"output.weight", []uint64{width, uint64(vocab)}, output},
		{"output_norm.weight", []uint64{width}, ones},
		{"blk.0.attn_norm.weight", []uint64{width}, ones}, {"blk.0.ffn_norm.weight", []uint64{width}, ones},
		{"blk.0.attn_q.weight", square, nil}, {"blk.0.attn_k.weight", square, nil},
		{"blk.0.attn_v.weight", square, nil}, {"blk.0.attn_output.weight", square, nil},
		{"blk.0.ffn_gate.weight", []uint64{width, inner}, nil}, {"blk.0.ffn_up.weight", []uint64{width, inner}, nil},
		{"blk.0.ffn_down.weight", []uint64{inner, width}, nil},
	}
	if err := os.WriteFile(os.Args[1], file(list), 0o644); err != nil {
		log.Fatal(err)
	}
}

func file(list []tensor) []byte {
	var meta writer
	n := describe(&meta)
	var w writer
	w.WriteString("GGUF")
	w.put(uint32(3))
	w.put(uint64(len(list)))
	w.put(uint64(n))
	w.Write(meta.Bytes())
	var data writer
	for _, t := range list {
		size := uint64(1)
		w.text(t.name)
		w.put(uint32(len(t.dims)))
		for _, d := range t.dims {
			w.put(d)
			size *= d
		}
		w.put(uint32(0)) // 32-bit floats
		w.put(uint64(data.Len()))
		if t.data == nil {
			t.data = make([]float32, size)
		}
		data.put(t.data)
		data.Write(make([]byte, (align-data.Len()%align)%align))
	}
	w.Write(make([]byte, (align-w.Len()%align)%align))
	w.Write(data.Bytes())
	return w.Bytes()
}

// describe writes the keys and returns how many there are.
func describe(w *writer) int {
	n := 0
	text := func(name, value string) { n++; w.key(name, typeString); w.text(value) }
	number := func(name string, value uint32) { n++; w.number(name, value) }
	real := func(name string, value float32) { n++; w.key(name, typeFloat32); w.put(value) }
	text("general.architecture", "llama")
	text("general.name", "tiny")
	number("general.file_type", 0)
	number("llama.context_length", context)
	number("llama.embedding_length", width)
	number("llama.block_count", 1)
	number("llama.feed_forward_length", inner)
	number("llama.attention.head_count", heads)
	number("llama.attention.head_count_kv", heads)
	number("llama.rope.dimension_count", width/heads)
	number("llama.vocab_size", uint32(vocab))
	real("llama.attention.layer_norm_rms_epsilon", 1e-5)
	text("tokenizer.ggml.model", "llama")
	number("tokenizer.ggml.unknown_token_id", 0)
	number("tokenizer.ggml.bos_token_id", 1)
	number("tokenizer.ggml.eos_token_id", 2)
	w.array("tokenizer.ggml.tokens", typeString, vocab)
	for _, s := range []string{"<unk>", "<s>", "</s>"} {
		w.text(s)
	}
	for b := range 256 {
		w.text(fmt.Sprintf("<0x%02X>", b))
	}
	for _, p := range pieces {
		w.text(p)
	}
	w.array("tokenizer.ggml.scores", typeFloat32, vocab)
	scores := make([]float32, vocab)
	for i := range pieces {
		scores[3+256+i] = float32(i) // longer pieces are preferred
	}
	w.put(scores)
	w.array("tokenizer.ggml.token_type", typeInt32, vocab)
	w.put([]int32{2, 3, 3}) // unknown, control, control
	for range 256 {
		w.put(int32(6)) // a byte
	}
	for range pieces {
		w.put(int32(1)) // a word
	}
	return n + 3
}
