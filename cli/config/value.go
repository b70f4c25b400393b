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

// plainText is the text of a variable or flag, which takes the type of its key. Values from TOML keep their types.
type plainText string

// setKey parses a value, stores it in the key's field of target under the key's rule, and records its origin by name.
// It returns what is wrong with the value, or "". kept reports whether a stricter earlier value stays.
func setKey(l *loader, k *key, target any, name string, value any, where Origin) (kept bool, problem string) {
	field := reflect.ValueOf(k.field(target))
	fresh := reflect.New(field.Type().Elem())
	if k.numbers {
		value = numbersAsTexts(value)
	}
	if problem := assign(fresh.Interface(), value); problem != "" {
		return false, problem
	}
	if problem := k.finish(fresh.Interface(), l.home); problem != "" {
		return false, problem
	}
	layered := l.cfg.origins[name].Source != SourceBuiltIn || where.Source == SourceProject
	if layered && k.merge(field.Interface(), fresh.Interface()) {
		return true, ""
	}
	field.Elem().Set(fresh.Elem())
	l.cfg.origins[name] = where
	return false, ""
}

// merge brings a fresh value under the rule of its key. It reports whether the present one stays.
func (k *kind) merge(present, fresh any) (kept bool) {
	switch k.rule {
	case ruleLowest:
		was, set, _ := measure(present)
		now, _, _ := measure(fresh)
		return set && was <= now
	case ruleUnion:
		list := fresh.(*[]string)
		*list = union(*present.(*[]string), *list)
	case ruleAny:
		return *present.(*bool)
	case ruleLast:
	}
	return false
}

// assign parses src into dst and returns what is wrong, or "".
func assign(dst, src any) (problem string) {
	if to := reflect.ValueOf(dst).Elem(); to.Kind() == reflect.Pointer { // nil until it is set
		to.Set(reflect.New(to.Type().Elem()))
		return assign(to.Interface(), src)
	}
	if text, ok := src.(plainText); ok {
		src = typed(dst, string(text))
	}
	ok := false
	switch d := dst.(type) {
	case *string:
		*d, ok = src.(string)
		problem = "must be text"
	case *[]string:
		*d, ok = asList(src)
		problem = "must be a list of texts"
	case *int:
		var n int64
		n, ok = src.(int64)
		*d, problem = int(n), "must be a whole number"
	case *float64:
		*d, ok = asFloat(src)
		problem = "must be a number"
	case *bool:
		*d, ok = src.(bool)
		problem = "must be true or false"
	case *time.Duration:
		*d, ok = asDuration(src)
		problem = "must be a whole number of seconds or a duration like \"90s\""
	default:
		panic(fmt.Sprintf("config: no rule for a field of type %T", dst))
	}
	if ok {
		return ""
	}
	return problem
}

// typed parses a text as a value of a field's type, if it is one. It splits a list at commas and spaces.
func typed(dst any, text string) any {
	switch dst.(type) {
	case *[]string:
		return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	case *int:
		if n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
			return n
		}
	case *float64:
		if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			return f
		}
	case *bool:
		switch strings.ToLower(text) {
		case "1", "true", "yes", "on":
			return true
		case "0", "false", "no", "off":
			return false
		}
	}
	return text
}

func asFloat(src any) (float64, bool) {
	if n, whole := src.(int64); whole {
		return float64(n), true
	}
	f, ok := src.(float64)
	return f, ok
}

func asList(src any) ([]string, bool) {
	elements, ok := src.([]any)
	if !ok {
		list, ok := src.([]string)
		return list, ok
	}
	list := make([]string, len(elements))
	for i, element := range elements {
		if list[i], ok = element.(string); !ok {
			return nil, false
		}
	}
	return list, true
}

// numbersAsTexts is a list with its whole numbers written in digits; anything else stays as it is.
func numbersAsTexts(src any) any {
	elements, ok := src.([]any)
	if !ok {
		return src
	}
	list := slices.Clone(elements)
	for i, element := range list {
		if n, whole := element.(int64); whole {
			list[i] = strconv.FormatInt(n, 10)
		}
	}
	return list
}

// asDuration reads a number of seconds or Go's notation ("1h30m").
func asDuration(src any) (time.Duration, bool) {
	n, whole := src.(int64)
	if text, ok := src.(string); ok {
		text = strings.TrimSpace(text)
		var err error
		if n, err = strconv.ParseInt(text, 10, 64); err != nil {
			d, err := time.ParseDuration(text)
			return d, err == nil
		}
		whole = true
	}
	const most = int64(math.MaxInt64 / time.Second)
	return time.Duration(n) * time.Second, whole && n <= most && n >= -most
}

// finish checks a freshly assigned value and brings it to its kept form.
func (k *kind) finish(dst any, home string) (problem string) {
	switch d := dst.(type) {
	case *string:
		*d, problem = k.text(*d, home)
		return problem
	case *[]string:
		for i, element := range *d {
			if (*d)[i], problem = k.text(element, home); problem != "" {
				return problem
			}
		}
		return ""
	}
	number, _, isNumber := measure(dst)
	if !isNumber || number >= k.low && number <= k.high { // NaN is in no range
		return ""
	}
	problem = "must be from " + formatNumber(k.low) + " to " + formatNumber(k.high)
	switch dst.(type) {
	case *time.Duration, **time.Duration:
		problem += " seconds"
	}
	return problem
}

func (k *kind) text(s, home string) (kept, problem string) {
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
		if s = expandHome(s, home); s == "" {
			return s, "starts with ~, and there is no home directory"
		}
		if k.path == pathAbs && !strings.HasPrefix(s, "/") {
			return s, "must be an absolute path, or start with ~/"
		}
	}
	if len(k.choices) > 0 && !slices.Contains(k.choices, s) {
		return s, "must be " + orList(k.choices)
	}
	if k.check != nil {
		return s, k.check(s)
	}
	return s, ""
}

// measure returns a number that orders the values of a field; ok is false for fields that are not numbers.
func measure(dst any) (number float64, set, ok bool) {
	switch d := dst.(type) {
	case *int:
		return float64(*d), true, true
	case *float64:
		return *d, true, true
	case *time.Duration:
		return d.Seconds(), true, true
	}
	to := reflect.ValueOf(dst).Elem()
	switch {
	case to.Kind() != reflect.Pointer:
		return 0, false, false
	case to.IsNil():
		return 0, false, true
	}
	return measure(to.Interface())
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
