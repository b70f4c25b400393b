package paths

import "testing"

// What one lookup costs; the sandbox makes one for every entry of a tree.
func BenchmarkSecret(b *testing.B) {
	for b.Loop() {
		Secret("/home/dev/src/project/internal/server/handler_test.go", false)
	}
}

// What the first lookup costs: the index is made with it.
func BenchmarkIndex(b *testing.B) {
	for b.Loop() {
		newIndex()
	}
}
