package cli

import (
	"github.com/urfave/cli/v2"
)

// app is what every command is handed: the outside world, the flags, where to print,
// and what interrupts it.
type app struct {
	sys     System
	opts    *options
	out     *printer
	signals *signals
}

// load resolves the settings of the working directory, and says what they warn of.
func (a app) load() (*settings, error) {
	at, err := here(a.sys, a.opts)
	if err != nil {
		return nil, err
	}
	s, err := loadSettings(a.sys, a.opts, at)
	if err != nil {
		return nil, err
	}
	a.out.redactor = s.redactor
	a.out.warn(s.warnings)
	return s, nil
}

// agent wires the gates and tools over the settings of the working directory.
func (a app) agent() (*agent, error) {
	s, err := a.load()
	if err != nil {
		return nil, err
	}
	return newAgent(s, a.out, a.signals), nil
}

// present is the person at the terminal, if there is one.
func (a app) present() (*person, bool) { return present(a.sys, a.opts.color) }

// jsonFlag is --json of the commands that print data.
func (a app) jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "print JSON", Destination: &a.opts.json}
}
