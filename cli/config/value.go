package config

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// plainText is a value that came as text, from a variable or a flag, and is
// read as whatever its key takes. Values from TOML keep their own types.
type plainText string

// setKey parses src and stores it in the key's field of target, under the key's
// rule. It returns what is wrong with the value, or "". before is where the present
// value came from; kept is true when a stricter value that was there stays.
func setKey[T any](k *key[T], target *T, src any, home string, before, from Source) (kept bool, problem string) {
	field := reflect.ValueOf(k.field(target))
	fresh := reflect.New(field.Type().Elem())
	if problem := assign(fresh.Interface(), src); problem != "" {
		return false, problem
	}
	if problem := k.finish(fresh.Interface(), home); problem != "" {
		return false, problem
	}
	if before != SourceBuiltIn || from == SourceProject {
		switch k.rule {
		case ruleLowest:
			was, set, _ := measure(field.Interface())
			if now, _, _ := measure(fresh.Interface()); set && was <= now {
				return true, ""
			}
		case ruleUnion:
			list := fresh.Interface().(*[]string)
			*list = union(*field.Interface().(*[]string), *list)
		case ruleAny:
			if *field.Interface().(*bool) {
				return true, ""
			}
		case ruleLast:
		}
	}
	field.Elem().Set(fresh.Elem())
	return false, ""
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
	case optional:
		value, set := d.parts()
		*set = true
		return assign(value, src)
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
	line := s
	if k.lines {
		line = strings.NewReplacer("\r\n", "", "\n", "", "\t", "").Replace(s)
	}
	if problem := checkNoControl(line); problem != "" {
		return s, problem
	}
	if k.normalize != nil {
		s = k.normalize(s)
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
	if len(k.choices) > 0 && !slices.Contains(k.choices, s) {
		return s, "must be " + orList(k.choices)
	}
	if k.check != nil {
		return s, k.check(s)
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
	case optional:
		value, set := d.parts()
		number, _, ok := measure(value)
		return number, *set, ok
	}
	return 0, false, false
}

func (k *key[T]) inRange(number float64, dst any) string {
	if number >= k.low && number <= k.high { // false for NaN
		return ""
	}
	unit := ""
	if d, ok := dst.(optional); ok {
		dst, _ = d.parts()
	}
	if _, isTime := dst.(*time.Duration); isTime {
		unit = " seconds"
	}
	return "must be from " + formatNumber(k.low) + " to " + formatNumber(k.high) + unit
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
