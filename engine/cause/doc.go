// Package cause says why pp decides as it does, as data: a [Kind] and its arguments. It is also the one place that
// turns a cause into a sentence, by the texts in sentences.txt.
//
// Code compares causes, and never their sentences.
package cause
