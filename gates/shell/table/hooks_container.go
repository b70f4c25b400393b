package table

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

// hookContainer looks at what a container is given of the machine, and finds the command that runs in it.
func hookContainer(c *call) {
	verb := c.out.Name[strings.LastIndexByte(c.out.Name, ' ')+1:]
	words := c.words
	if i := strings.IndexByte(c.out.Name, ' '); i > 0 && (verb == "container" || len(words) == 0) {
		return
	}
	if at := c.verbAt(); at >= 0 {
		verb = c.argv[at].Text
	}
	i := 0
	for ; i < len(words); i++ {
		text := c.argv[words[i]].shown()
		if text == "--" || !strings.HasPrefix(text, "-") {
			break
		}
		name, value, assigned := strings.Cut(text, "=")
		if !assigned && Listed("container/values", name) && i+1 < len(words) {
			i++
			value = c.argv[words[i]].shown()
		} else if strings.HasPrefix(name, "-v") && len(name) > 2 {
			name, value = "-v", text[2:]
		}
		if verb == "run" || verb == "create" {
			c.containerFlag(name, value, words[i])
		}
	}
	if verb == "exec" || verb == "run" || verb == "create" {
		c.containerCommand(words, i)
	}
}

// verbAt gives the word of the subcommand that is being interpreted.
func (c *call) verbAt() int {
	if len(c.words) == 0 {
		return -1
	}
	return c.words[0] - 1
}

// containerFlag looks at one flag of docker run.
func (c *call) containerFlag(name, value string, word int) {
	deny := func(why cause.Kind) { c.hazard("escape", engine.Deny, why.Bare(), word) }
	switch name {
	case "--privileged":
		deny(cause.ContainerEveryRight)
	case "--cap-add":
		if up := strings.TrimPrefix(strings.ToUpper(value),
			"CAP_"); in(" ALL SYS_ADMIN SYS_MODULE SYS_PTRACE SYS_RAWIO DAC_READ_SEARCH DAC_OVERRIDE SYS_BOOT BPF NET_ADMIN ",
			up) {
			deny(cause.ContainerRights)
		}
	case "--device":
		if !hasAnyPrefix(value, "/dev/null", "/dev/dri", "/dev/tty") {
			deny(cause.ContainerDevice)
		}
	case "--pid", "--ipc", "--userns", "--uts", "--cgroupns":
		if value == "host" {
			deny(cause.ContainerShares)
		}
	case "--security-opt":
		if strings.Contains(value, "unconfined") || strings.Contains(value, "disable") {
			deny(cause.ContainerUnconfined)
		}
	case "-v", "--volume":
		source, rest, shared := strings.Cut(value, ":")
		if !shared && c.argv[word].Known {
			return // a new volume at that place in the container
		}
		_, options, _ := strings.Cut(rest, ":")
		if readOnly := in(" "+strings.ReplaceAll(options, ",", " ")+" ", "ro"); readOnly && in(publicFiles, source) {
			c.emit(spec{kind: Read}, word, source, c.argv[word].Known, false)
			return
		}
		c.containerMount(source, word)
	case "--mount":
		for part := range strings.SplitSeq(value, ",") {
			if key, source, _ := strings.Cut(part, "="); key == "src" || key == "source" {
				c.containerMount(source, word)
			}
		}
	}
}

// publicFiles are files of the machine that say nothing that a container may not know.
const publicFiles = " /etc/passwd /etc/group /etc/hosts /etc/localtime /etc/timezone /etc/resolv.conf /etc/os-release "

// containerMount looks at a path of the machine that a container is given.
func (c *call) containerMount(source string, word int) {
	clean := strings.TrimRight(source, "/.*")
	first, _, _ := strings.Cut(strings.TrimPrefix(clean, "/"), "/")
	switch {
	case !strings.HasPrefix(source, "/") && !strings.HasPrefix(source, "~") && !strings.HasPrefix(source, "."):
		return // a named volume
	case clean == "" && strings.HasPrefix(source, "/"), strings.HasSuffix(clean, ".sock"),
		clean == "~", clean == "/home", clean == "/Users", strings.Contains(clean, ".ssh"), strings.Contains(clean, ".aws"):
		c.hazard("escape", engine.Deny, cause.ContainerFiles.Bare(), word)
	case in(" etc root boot dev proc sys var usr bin sbin lib lib64 run ", first) && strings.HasPrefix(source, "/"):
		c.hazard("escape", engine.Deny, cause.MountsSystem.Bare(), word)
	}
	c.emit(spec{kind: WriteTree}, word, source, c.argv[word].Known, false)
}

// containerCommand adds the command behind the image or the container.
func (c *call) containerCommand(words []int, i int) {
	for ; i < len(words); i++ { // kubectl exec POD -- COMMAND, docker exec NAME COMMAND
		if c.argv[words[i]].shown() == "--" {
			break
		}
		if !strings.HasPrefix(c.out.Name, "kubectl") && !strings.HasPrefix(c.out.Name, "oc") {
			break
		}
	}
	i++
	if i < len(words) {
		c.out.Operands = append(c.out.Operands, Operand{Kind: Run, Word: words[i], From: words[i], To: len(c.argv),
			Text: c.argv[words[i]].shown(), Known: c.argv[words[i]].Known, Remote: true})
	}
}
