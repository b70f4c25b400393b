// Package sorting sorts lists by a function. The functions of package slices do the same and are compiled
// anew for every type of element, 15 kB each; here a type costs three small methods, for half the
// speed. What is sorted by the thousand where somebody waits uses package slices.
package sorting

import "sort"

// By sorts a list in place, so that compare is not above zero for any two neighbours. Elements
// for which it is zero come in any order.
func By[T any](list []T, compare func(a, b T) int) { sort.Sort(sorter[T]{list, compare}) }

// StableBy sorts as By does, and leaves elements for which compare is zero in the order they had.
func StableBy[T any](list []T, compare func(a, b T) int) { sort.Stable(sorter[T]{list, compare}) }

type sorter[T any] struct {
	list    []T
	compare func(a, b T) int
}

func (s sorter[T]) Len() int           { return len(s.list) }
func (s sorter[T]) Less(i, j int) bool { return s.compare(s.list[i], s.list[j]) < 0 }
func (s sorter[T]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
