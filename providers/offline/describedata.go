package offline

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// delimiter is what parts the columns of delimited data, 0 if the lines do not
// all have the same number of cells. Prose has commas too, so cells must be
// short and lines must not end as sentences do.
func delimiter(sample []string) rune {
	if len(sample) < 4 {
		return 0
	}
	for _, sep := range "\t,;|" {
		r := csv.NewReader(strings.NewReader(strings.Join(sample, "\n")))
		r.Comma, r.ReuseRecord = sep, true
		rows, stops := 0, 0
		for {
			record, err := r.Read()
			if err == io.EOF {
				break
			}
			// The sample's last record may be cut off inside quotes.
			if err != nil && rows < len(sample)-2 || len(record) < 2 || len(record[0]) > 60 {
				rows = 0
				break
			}
			if strings.HasSuffix(strings.TrimSpace(record[len(record)-1]), ".") {
				stops++
			}
			rows++
		}
		if rows >= 4 && stops*4 < rows && (r.FieldsPerRecord > 2 || rows >= 6) {
			return sep
		}
	}
	return 0
}

// column gathers what a column of delimited data holds.
type column struct {
	name     string
	numbers  int
	filled   int
	low, top float64
	sum      float64
	values   map[string]int
}

const mostValues = 1000 // distinct values counted in a column

func (c *column) add(cell string) {
	cell = strings.TrimSpace(cell)
	if cell == "" {
		return
	}
	c.filled++
	if n, err := strconv.ParseFloat(cell, 64); err == nil && n-n == 0 {
		if c.numbers == 0 || n < c.low {
			c.low = n
		}
		if c.numbers == 0 || n > c.top {
			c.top = n
		}
		c.numbers++
		c.sum += n
	}
	if _, ok := c.values[cell]; ok || len(c.values) < mostValues {
		c.values[cell]++
	}
}

func (c *column) describe() string {
	name := shorten(c.name, 40)
	number := func(f float64, digits int) string { return strconv.FormatFloat(f, 'g', digits, 64) }
	switch {
	case c.filled == 0:
		return name + " is empty."
	case c.numbers == c.filled:
		return fmt.Sprintf("%s runs from %s to %s, %s on average.", name, number(c.low, -1), number(c.top, -1), number(c.sum/float64(c.numbers), 4))
	case len(c.values) == 1:
		for v := range c.values {
			return fmt.Sprintf("%s is always %s.", name, shorten(v, 60))
		}
	case len(c.values) == c.filled || len(c.values) >= mostValues:
		return ""
	}
	top := make([]string, 0, len(c.values))
	for v := range c.values {
		top = append(top, v)
	}
	sort.Slice(top, func(i, j int) bool {
		if a, b := c.values[top[i]], c.values[top[j]]; a != b {
			return a > b
		}
		return top[i] < top[j]
	})
	for i, v := range top[:min(3, len(top))] {
		top[i] = fmt.Sprintf("%s (%s)", shorten(v, 40), group(c.values[v]))
	}
	return fmt.Sprintf("%s has %s, most often %s.", name, plural(len(c.values), "value"), strings.Join(top[:min(3, len(top))], ", "))
}

// describeTable says how many rows and which columns delimited data has, and
// what the first columns hold.
func describeTable(text string, sep rune) []string {
	const mostColumns, mostSaid = 50, 6
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.ReuseRecord, r.FieldsPerRecord, r.LazyQuotes = sep, true, -1, true
	var columns []*column
	var names []string
	rows := 0
	header := false
	for {
		record, err := r.Read()
		if err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			continue
		}
		if names == nil {
			header = isHeader(record)
			for i, cell := range record {
				name := "column " + strconv.Itoa(i+1)
				if header {
					name = strings.Clone(strings.TrimSpace(cell))
				}
				names = append(names, name)
				if i < mostColumns {
					columns = append(columns, &column{name: name, values: map[string]int{}})
				}
			}
			if header {
				continue
			}
		}
		rows++
		for i := range min(len(record), len(columns)) {
			columns[i].add(record[i])
		}
	}
	said := fmt.Sprintf("Delimited data of %s and %s", plural(rows, "row"), plural(len(names), "column"))
	if header {
		said += ": " + listed(names, 12)
	}
	lines := []string{said + "."}
	for _, c := range columns {
		if line := c.describe(); line != "" && len(lines) <= mostSaid {
			lines = append(lines, line)
		}
	}
	return lines
}

// isHeader takes a first row without numbers and without empty cells for names.
func isHeader(record []string) bool {
	for _, cell := range record {
		cell = strings.TrimSpace(cell)
		if _, err := strconv.ParseFloat(cell, 64); err == nil || cell == "" || len(cell) > 60 {
			return false
		}
	}
	return true
}

func looksLikeJSON(text string) bool {
	t := strings.TrimSpace(text)
	return t != "" && (t[0] == '{' || t[0] == '[') && json.Valid([]byte(t))
}

// describeJSON says what the top of a JSON value (RFC 8259) holds.
func describeJSON(text string) []string {
	text = strings.TrimSpace(text)
	if text[0] == '{' {
		names, values := jsonMembers(text)
		lines := []string{fmt.Sprintf("A JSON object of %s: %s.", plural(len(names), "member"), listed(names, 12))}
		for i, name := range names[:min(len(names), 6)] {
			lines = append(lines, shorten(name, 40)+" is "+jsonValue(values[i])+".")
		}
		return lines
	}
	var items []json.RawMessage
	if json.Unmarshal([]byte(text), &items) != nil {
		return nil
	}
	lines := []string{fmt.Sprintf("A JSON array of %s.", plural(len(items), "element"))}
	seen := map[string]int{}
	var names []string
	objects := 0
	for _, item := range items {
		if item[0] != '{' {
			continue
		}
		objects++
		members, _ := jsonMembers(string(item))
		for _, name := range members {
			if seen[name]++; seen[name] == 1 && len(names) < 1000 {
				names = append(names, name)
			}
		}
	}
	if objects > 0 {
		for i, name := range names {
			if seen[name] < objects {
				names[i] = fmt.Sprintf("%s (in %s)", name, group(seen[name]))
			}
		}
		lines = append(lines, fmt.Sprintf("%s with the members %s.", plural(objects, "object"), listed(names, 12)))
	}
	if len(items) > 0 {
		lines = append(lines, "The first is "+jsonValue(items[0])+".")
	}
	return lines
}

// jsonMembers are an object's names and values in their order.
func jsonMembers(text string) (names []string, values []json.RawMessage) {
	d := json.NewDecoder(strings.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, nil
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return names, values
		}
		names, values = append(names, fmt.Sprint(name)), append(values, value)
	}
	return names, values
}

func jsonValue(value json.RawMessage) string {
	switch value[0] {
	case '{':
		names, _ := jsonMembers(string(value))
		return fmt.Sprintf("an object of %s (%s)", plural(len(names), "member"), listed(names, 5))
	case '[':
		var items []json.RawMessage
		if json.Unmarshal(value, &items) != nil {
			return "an array"
		}
		return "an array of " + plural(len(items), "element")
	}
	return shorten(string(value), 100)
}
