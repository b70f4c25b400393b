package org

import "strings"

// drawer reads the property drawer at p of a text, and gives where it ends, p when none
// is there: every line must be a property, and the last one :END:.
func drawer(text string, p int) (properties []Property, end int) {
	if p >= len(text) {
		return nil, p
	}
	stop, next := lineEnd(text, p)
	if !strings.EqualFold(strings.Trim(text[p:stop], blank), ":PROPERTIES:") {
		return nil, p
	}
	for q := next; q < len(text); q = next {
		stop, next = lineEnd(text, q)
		if strings.EqualFold(strings.Trim(text[q:stop], blank), ":END:") {
			return properties, next
		}
		name, value, ok := propertyLine(text[q:stop])
		if !ok {
			break
		}
		properties = append(properties, Property{strings.ToUpper(name), value, Span{q, next}})
	}
	return nil, p
}

// propertyLine reads ":NAME: value". The name ends with the last colon before a blank.
func propertyLine(line string) (name, value string, ok bool) {
	line = strings.Trim(line, blank)
	name, value = line, ""
	if i := strings.IndexAny(line, " \t\r\f"); i >= 0 {
		name, value = line[:i], line[i:]
		if value[0] != ' ' {
			return "", "", false
		}
	}
	if len(name) < 3 || name[0] != ':' || name[len(name)-1] != ':' {
		return "", "", false
	}
	return name[1 : len(name)-1], strings.TrimLeft(value, blank), true
}

// readFileDrawer reads the drawer at the top of the file, which comments may precede.
func (d *Document) readFileDrawer() {
	p := d.Body.Start
	for p < d.Body.End {
		end, next := lineEnd(d.Text, p)
		if line := strings.TrimLeft(d.Text[p:end], blank); line != "#" && !strings.HasPrefix(line, "# ") {
			break
		}
		p = next
	}
	d.Properties, _ = drawer(d.Text[:d.Body.End], p)
}

// Property gives the value of a property of a headline, what NAME+ lines add included,
// or of the file with an index of -1. The case of the name does not count. With inherit,
// a headline without a value of its own has that of the nearest one above, the file's
// drawer, or #+PROPERTY. A value of "nil" is none.
func (d *Document) Property(i int, name string, inherit bool) (value string, ok bool) {
	add := func(v string, found bool) {
		if found && ok {
			v += " " + value
		}
		if found {
			value, ok = v, true
		}
	}
	for at, base := i, false; ; at = d.Headlines[at].Parent {
		properties := d.Properties
		if at >= 0 {
			properties = d.Headlines[at].Properties
		}
		var v string
		var found bool
		v, found, base = values(properties, name)
		add(v, found)
		if base || !inherit {
			break
		}
		if at < 0 {
			add(local(d.keywords, name))
			break
		}
	}
	return value, ok && value != "nil"
}

// local gives a property's value among those of one drawer.
func local(properties []Property, name string) (string, bool) {
	v, found, _ := values(properties, name)
	return v, found && v != "nil"
}

// values joins what a drawer gives a property, and reports whether there is anything, and
// whether it is more than what is added to a value from above.
func values(properties []Property, name string) (value string, found, base bool) {
	var parts []string
	seen := false
	for _, p := range properties {
		switch {
		case strings.EqualFold(p.Name, name):
			if !seen && p.Value != "nil" {
				parts, base = append([]string{p.Value}, parts...), true
			}
			seen = true
		case strings.HasSuffix(p.Name, "+") && strings.EqualFold(p.Name[:len(p.Name)-1], name):
			parts = append(parts, p.Value)
		}
	}
	return strings.Join(parts, " "), len(parts) > 0, base
}
