package messengertest

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
)

// Main is signal-cli as a program: started with the arguments that pp gives it, it plays the people of a
// script, which the variable SIGNAL_CLI_SCRIPT names. Each line of that is one of
//
//	say NUMBER TEXT      a message of somebody's; $1 is what the last pattern found
//	envelope JSON        any other envelope; $1 as well
//	answer PATTERN       the next message to anybody, as "NUMBER: TEXT", must match
//	busy                 alone: another process has the account
//	end                  the program that has started it is asked to end
//
// What was sent, and what was wrong, is added to a file of that name and ".log". It ends the process.
func Main(args []string, getenv func(string) string, in io.Reader, out, errs io.Writer) {
	name := getenv("SIGNAL_CLI_SCRIPT")
	text, err := os.ReadFile(name)
	log, logErr := os.OpenFile(name+".log", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil || logErr != nil {
		fmt.Fprintln(errs, err, logErr)
		os.Exit(1)
	}
	want := "-a +4915112345678 jsonRpc --receive-mode=manual"
	if got := strings.Join(args, " "); got != want {
		fmt.Fprintf(log, "wrong: it is started with %q\n", got)
	}
	if strings.HasPrefix(string(text), "busy") {
		fmt.Fprintln(errs, "INFO  SignalAccount - Config file is in use by another instance, waiting…")
		_, _ = io.Copy(io.Discard, in)
		select {}
	}
	sent := make(chan string, 1000)
	s := &Signal{Send: func(m Message) Outcome {
		line := m.To[0] + ": " + m.Text
		for _, f := range m.Files {
			line += " [" + f + "]"
		}
		fmt.Fprintf(log, "%s\n", strings.ReplaceAll(line, "\n", "\n\t"))
		sent <- line
		return Outcome{}
	}}
	go func() {
		if why := s.play(strings.Split(string(text), "\n"), sent); why != "" {
			fmt.Fprintf(log, "wrong: %s\n", why)
			_ = syscall.Kill(os.Getppid(), syscall.SIGTERM)
		}
	}()
	err = s.Serve(in, out, func() { os.Exit(1) })
	for _, w := range s.Wrong() {
		fmt.Fprintf(log, "wrong: %s\n", w)
	}
	if err != nil {
		fmt.Fprintf(log, "wrong: %v\n", err)
	}
	os.Exit(0)
}

// play plays a script, and says what went wrong.
func (s *Signal) play(script []string, sent <-chan string) string {
	found := ""
	for i, line := range script {
		line = strings.ReplaceAll(strings.TrimSpace(line), "$1", found)
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "":
		case "say":
			from, text, _ := strings.Cut(rest, " ")
			quoted, err := json.Marshal(text)
			if err != nil {
				return err.Error()
			}
			s.Deliver(fmt.Sprintf(`{"sourceNumber":%q,"timestamp":%d,"dataMessage":{"timestamp":1,"message":%s}}`,
				from, 1_000_000_000_000+i, quoted))
		case "envelope":
			s.Deliver(rest)
		case "answer":
			line := <-sent
			match := regexp.MustCompile("(?s)^(?:" + rest + ")$").FindStringSubmatch(line)
			if match == nil {
				return fmt.Sprintf("line %d: %q does not match %s", i+1, line, rest)
			}
			if len(match) > 1 {
				found = match[1]
			}
		case "end":
			_ = syscall.Kill(os.Getppid(), syscall.SIGTERM)
		default:
			return "no such line: " + line
		}
	}
	return ""
}
