package tools

import "pp/engine"

// After is what a call of write-file or edit-file would leave in its file, which
// holds before now, and which is called shown in an error. ok is false of any
// other call. It touches nothing.
func After(c engine.Call, shown, before string) (after string, ok bool, err error) {
	switch c.Tool {
	case "write-file":
		content, _ := c.Args.Text("CONTENT")
		return content, true, nil
	case "edit-file":
		from, _ := c.Args.Text("OLD")
		to, _ := c.Args.Text("NEW")
		after, _, err = edit(shown, before, from, to)
		return after, true, err
	}
	return "", false, nil
}
