package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// plainText is a value that came as text, from a variable or a flag, and is
// read as whatever its key takes. Values from TOML keep their own types.
type plainText string

// setKey parses src and stores it in the key's field of target. It returns
// what is wrong with the value, or "". before is where the present value came
// from; kept is true when a stricter value that was there stays.
func setKey[T any](k *key[T], target *T, src any, home string, before, from Source) (kept bool, problem string) {
	dst := k.at(target)
	restore := remember(dst)
	if problem := assign(dst, src); problem != "" {
		restore()
		return false, problem
	}
	if problem := k.finish(dst, home); problem != "" {
		restore()
		return false, problem
	}
	if k.combine(dst, restore, before, from) {
		return true, ""
	}
	return false, ""
}

// remember returns a function that puts the field's present value back and
// returns it.
func remember(dst any) func() any {
	switch d := dst.(type) {
	case *string:
		return keep(d)
	case *[]string:
		return keep(d)
	case *int:
		return keep(d)
	case *float64:
		return keep(d)
	case *bool:
		return keep(d)
	case *time.Duration:
		return keep(d)
	case *Maybe[int]:
		return keep(d)
	case *Maybe[float64]:
		return keep(d)
	case *Maybe[time.Duration]:
		return keep(d)
	}
	panic(fmt.Sprintf("config: no rule for a field of type %T", dst))
}

func keep[V any](field *V) func() any {
	old := *field
	return func() any {
		*field = old
		return old
	}
}

// assign parses src into dst and returns what is wrong, or "".
func assign(dst, src any) string {
	switch d := dst.(type) {
	case *string:
		return store(d, asText, src, "must be text")
	case *[]string:
		return store(d, asList, src, "must be a list of texts")
	case *int:
		return store(d, asInt, src, "must be a whole number")
	case *float64:
		return store(d, asFloat, src, "must be a number")
	case *bool:
		return store(d, asBool, src, "must be true or false")
	case *time.Duration:
		return store(d, asDuration, src, "must be a whole number of seconds or a duration like \"90s\"")
	case *Maybe[int]:
		d.Set = true
		return store(&d.Value, asInt, src, "must be a whole number")
	case *Maybe[float64]:
		d.Set = true
		return store(&d.Value, asFloat, src, "must be a number")
	case *Maybe[time.Duration]:
		d.Set = true
		return store(&d.Value, asDuration, src, "must be a whole number of seconds or a duration like \"90s\"")
	}
	panic(fmt.Sprintf("config: no rule for a field of type %T", dst))
}

func store[V any](dst *V, parse func(any) (V, bool), src any, problem string) string {
	value, ok := parse(src)
	if !ok {
		return problem
	}
	*dst = value
	return ""
}

func asText(src any) (string, bool) {
	switch s := src.(type) {
	case string:
		return s, true
	case plainText:
		return string(s), true
	}
	return "", false
}

// asList reads a TOML list of texts, or text split at commas and white space.
func asList(src any) ([]string, bool) {
	switch s := src.(type) {
	case plainText:
		return strings.FieldsFunc(string(s), func(r rune) bool { return r == ',' || unicode.IsSpace(r) }), true
	case []any:
		list := make([]string, 0, len(s))
		for _, element := range s {
			text, ok := element.(string)
			if !ok {
				return nil, false
			}
			list = append(list, text)
		}
		return list, true
	}
	return nil, false
}

func asInt(src any) (int, bool) {
	switch s := src.(type) {
	case int64:
		return int(s), true
	case plainText:
		n, err := strconv.Atoi(strings.TrimSpace(string(s)))
		return n, err == nil
	}
	return 0, false
}

func asFloat(src any) (float64, bool) {
	switch s := src.(type) {
	case int64:
		return float64(s), true
	case float64:
		return s, true
	case plainText:
		f, err := strconv.ParseFloat(strings.TrimSpace(string(s)), 64)
		return f, err == nil
	}
	return 0, false
}

func asBool(src any) (bool, bool) {
	switch s := src.(type) {
	case bool:
		return s, true
	case plainText:
		switch strings.ToLower(string(s)) {
		case "1", "true", "yes", "on":
			return true, true
		case "0", "false", "no", "off":
			return false, true
		}
	}
	return false, false
}

// asDuration reads a number of seconds or Go's notation ("1h30m").
func asDuration(src any) (time.Duration, bool) {
	var text string
	switch s := src.(type) {
	case int64:
		return seconds(s)
	case string:
		text = s
	case plainText:
		text = string(s)
	default:
		return 0, false
	}
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return seconds(n)
	}
	d, err := time.ParseDuration(text)
	return d, err == nil
}

func seconds(n int64) (time.Duration, bool) {
	const most = int64(math.MaxInt64 / time.Second)
	return time.Duration(n) * time.Second, n <= most && n >= -most
}

// finish checks a freshly assigned value and brings it to its kept form.
func (k *key[T]) finish(dst any, home string) string {
	switch d := dst.(type) {
	case *string:
		text, problem := k.text(*d, home)
		*d = text
		return problem
	case *[]string:
		for i, element := range *d {
			text, problem := k.text(element, home)
			if problem != "" {
				return problem
			}
			(*d)[i] = text
		}
		return ""
	}
	if number, set, ok := measure(dst); ok && set {
		return k.inRange(number, dst)
	}
	return ""
}

func (k *key[T]) text(s, home string) (string, string) {
	if problem := checkNoControl(s); problem != "" {
		return s, problem
	}
	if k.norm != nil {
		s = k.norm(s)
	}
	if s != "" && k.path != pathNone {
		expanded := expandHome(s, home)
		if expanded == "" {
			return s, "starts with ~, and there is no home directory"
		}
		if k.path == pathAbs && !strings.HasPrefix(expanded, "/") {
			return s, "must be an absolute path, or start with ~/"
		}
		s = expanded
	}
	if len(k.one) > 0 && !slices.Contains(k.one, s) {
		return s, "must be " + orList(k.one)
	}
	if k.each != nil {
		return s, k.each(s)
	}
	return s, ""
}

// measure returns a number that orders the values of a field; a duration in
// seconds. ok is false for fields that are not numbers.
func measure(dst any) (number float64, set, ok bool) {
	switch d := dst.(type) {
	case *int:
		return float64(*d), true, true
	case *float64:
		return *d, true, true
	case *time.Duration:
		return d.Seconds(), true, true
	case *Maybe[int]:
		return float64(d.Value), d.Set, true
	case *Maybe[float64]:
		return d.Value, d.Set, true
	case *Maybe[time.Duration]:
		return d.Value.Seconds(), d.Set, true
	}
	return 0, false, false
}

func (k *key[T]) inRange(number float64, dst any) string {
	if number >= k.low && number <= k.high { // false for NaN
		return ""
	}
	unit := ""
	switch dst.(type) {
	case *time.Duration, *Maybe[time.Duration]:
		unit = " seconds"
	}
	return "must be from " + formatNumber(k.low) + " to " + formatNumber(k.high) + unit
}

// combine applies the key's rule to a value that was just stored over an
// earlier one, and reports whether the earlier one stays.
func (k *key[T]) combine(dst any, restore func() any, before, from Source) bool {
	if k.rule == ruleLast || before == SourceBuiltIn && from != SourceProject {
		return false
	}
	switch k.rule {
	case ruleLowest:
		now, _, _ := measure(dst)
		mine := remember(dst)
		restore()
		if was, set, _ := measure(dst); set && was <= now {
			return true
		}
		mine()
	case ruleUnion:
		list := dst.(*[]string)
		mine := *list
		restore()
		*list = union(*list, mine)
	case ruleAny:
		flag := dst.(*bool)
		mine := *flag
		restore()
		if *flag {
			return true
		}
		*flag = mine
	}
	return false
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}
