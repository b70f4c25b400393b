// Command hooks tries pp's hooks in the agents that they are for: it installs the agents'
// real packages, runs each against a stand-in of its model, and looks whether a denied
// command ran. It needs npm, and the right to make a network namespace: the agents run
// in one that has nothing but the loopback interface. Not part of .ci/run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "hook" {
		os.Exit(logInput(os.Getenv("PP_HOOKS_LOG")))
	}
	if len(os.Args) == 2 && os.Args[1] == "mcp" {
		beServer()
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "panic" {
		panic("pp: as a hook that panics")
	}
	runtime.LockOSThread() // what it starts ends with this thread
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "hooks:", err)
		os.Exit(1)
	}
}

const inside = "PP_HOOKS_INSIDE"

func run() error {
	packages := flag.String("packages", filepath.Join(os.TempDir(), "pp-agents"), "where the agents are installed")
	only := flag.String("agent", "", "only this agent")
	record := flag.String("record", "", "record every tool's hook input into this folder")
	pp := flag.String("pp", "pp", "the pp to install")
	scene := flag.String("scene", "", "only this scene")
	node := flag.String("node", "", "the folder of the node that runs the agents, not that of the PATH")
	verbose := flag.Bool("v", false, "print what the model was told")
	flag.Parse()
	if os.Getenv(inside) == "" {
		for _, a := range chosen(*only) {
			if err := install(*packages, a); err != nil {
				return err
			}
		}
		return again()
	}
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		return fmt.Errorf("the loopback interface: %w: %s", err, out)
	}
	failed := false
	for _, a := range chosen(*only) {
		if *record != "" {
			if err := recordAgent(a, *packages, *record); err != nil {
				return err
			}
			continue
		}
		for _, sc := range scenes() {
			if *scene != "" && sc.Name != *scene {
				continue
			}
			if !sc.report(a, *packages, *pp, *node, *verbose) {
				failed = true
			}
		}
	}
	if failed {
		return errors.New("not every call went as it is known to")
	}
	return nil
}

// again starts this program in a network namespace of its own.
func again() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	return cmd.Run()
}

func chosen(only string) []Agent {
	var list []Agent
	for _, a := range agents() {
		if only == "" || a.Name == only {
			list = append(list, a)
		}
	}
	return list
}

func (a Agent) path(packages string) string {
	return filepath.Join(packages, a.Name, "node_modules", ".bin", a.Bin)
}

func install(packages string, a Agent) error {
	if _, err := os.Stat(a.path(packages)); err == nil {
		return nil
	}
	words := []string{"install", "--no-audit", "--no-fund", "--prefix", filepath.Join(packages, a.Name),
		a.Package + "@" + a.Version}
	if a.Besides != "" {
		words = append(words, a.Besides+"@"+a.Version)
	}
	cmd := exec.Command("npm", words...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("installing %s: %w: %s", a.Package, err, out)
	}
	return nil
}

// logInput is a hook that keeps its input.
func logInput(dir string) int {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 2
	}
	name := filepath.Join(dir, fmt.Sprintf("%d.json", time.Now().UnixNano()))
	if os.WriteFile(name, input, 0o600) != nil {
		return 2
	}
	return 0
}
