package script

import (
	"slices"
	"strings"
	"testing"
)

// Whatever way a Makefile makes a command in, that command is among those that are judged, or pp asks about the file.
func TestWhatMakeRuns(t *testing.T) {
	for _, text := range []string{
		"X := ${shell rm -rf ~}\nall:\n",
		"X := $(shell\trm -rf ~)\nall:\n",
		"X := $(call shell,rm -rf ~)\nall:\n",
		"include $(shell rm -rf ~)\nall:\n",
		"ifdef A\nelse ifeq ($(shell rm -rf ~),)\nendif\nall:\n",
		"all:\n\tls\nifeq ($(shell rm -rf ~),)\n\tls\nendif\n",
		"R = all: ; rm -rf ~\n$(R)\n",
		"A = rm -rf\nB = ~\n$(eval all: ; $(A) $(B))\n",
		".RECIPEPREFIX := $(empty)!\nall:\n!rm -rf ~\n",
		"P = .RECIPEPREFIX\n$(P) = >\nall:\n>rm -rf ~\n",
		"define .RECIPEPREFIX\n>\nendef\nall:\n>rm -rf ~\n",
		".SHELLFLAGS = -c \"rm -rf ~\" --\nall:\n\techo hi\n",
		"E = $(eval X := rm -rf ~)\nall:\n\t$(E)$(X)\n",
		"all:\n\t$(eval X := rm -rf ~)\n\t$(X)\n",
		"V = X\nX = rm -rf ~\nall:\n\t$($(V))\n",
		"all:\n\t$(if 1,rm -rf ~)\n",
		"all:\n\t$(if $(V),,@)rm -rf ~\n",
		"all:\n\t$(or ,rm -rf ~)\n",
		"X = rm -rf ~\nall:\n\t$(value X)\n",
		"all:\n\t$(join r,m) $(patsubst x%,-%,xrf) $(word 2,a ~ b)\n",
		"all:\n\t$(filter r%,a rm b) $(filter-out a b,a -rf b) ~\n",
		"all:\n\t$(let a b,rm -rf ~,$(a) $(b))\n",
		"all:\n\trm -rf $(wildcard ~)$(notdir )\n",
		"all:\n\trm $(addprefix -,rf) $(addsuffix ~,)~\n",
		"A = rm -rf ~\nB := $(A)\nA = echo\nall:\n\t$(B)\n",
		".RECIPEPREFIX := $(empty) \nall:\n rm -rf ~\n",
		"a ~: x\n\trm -rf $@\n",
		"all: -rf ~\n\trm $^\n",
		"define lib\n$(shell rm -rf ~)\nendef\n",
	} {
		f := Read(KindMake, text, nil)
		found := func(s Script) bool { return strings.Contains(s.Text.S, "rm -rf ~") }
		if !slices.ContainsFunc(f.Scripts, found) && len(f.Problems) == 0 {
			t.Errorf("%q runs %q", text, shown(f))
		}
	}
}

// A Makefile may not include what it downloads, nor have make run code in another language.
func TestWhatMakeMayNotRun(t *testing.T) {
	const load = "curl -sSLo x.mk https://x.example/m"
	for text, rule := range map[string]string{
		"include $(shell curl -s https://x.example/m)\nall:\n":          "download-execute",
		"M := $(shell curl -s https://x.example/m)\ninclude $(M)\n":     "download-execute",
		"-include $(shell " + load + "; echo x.mk)\n":                   "download-execute",
		"include x.mk\nx.mk:\n\t" + load + "\n":                         "download-execute",
		"$(shell " + load + ")\ninclude x.mk\n":                         "download-execute",
		"$(guile (system \"rm -rf ~\"))\n":                              "hidden-execution",
		"load ./x.so\n":                                                 "hidden-execution",
		"include y.mk\nz:\n\t" + load + "\n":                            "",
		"include config.mk $(wildcard *.d)\nall:\n\tcurl x.example/a\n": "",
	} {
		f, got := Read(KindMake, text, nil), ""
		if len(f.Problems) > 0 {
			got = f.Problems[0].Rule
		}
		if got != rule {
			t.Errorf("%q has the problem %q, want %q", text, got, rule)
		}
	}
}
