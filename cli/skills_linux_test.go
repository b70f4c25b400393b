//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// skill writes a file of a skill as an editor does: whole, under its name at once.
func (p desk) skill(t *testing.T, dir, name, text string) string {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full+"~", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(full+"~", full); err != nil {
		t.Fatal(err)
	}
	return full
}

// listing is what a person types to have a command judged and run.
const listing = `(:type :request :target :shell :payload (:cmd "ls" :explanation "I want to see what is here."))`

// noListing is a gate that denies ls, with a reason.
func noListing(reason string) string {
	return `(defskill :no-listing :deterministic (lambda (action ctx)
  (if (equal (getf (getf action :payload) :cmd) "ls") '(:type :log :text "` + reason + `") action)))`
}

// A skill that is saved in the middle of a conversation counts from the next judgement on;
// a typing error in it makes actions ask, until it is mended, disabled or gone.
func TestSkillsInConversation(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:REPLY "one") (:REPLY "two") (:REPLY "three") (:REPLY "four") (:REPLY "five") (:REPLY "six")`)
	dir := filepath.Join(p.home, ".config", "pp", "skills")
	tty := open(t, p.command(t, []string{"TERM=xterm"}), 200, 50)
	tty.converse("pp> ", "/skills\r", "no skills of yours; ", "", "pp> ", listing+"\r", "notes.txt", "", "pp> ", "")

	p.skill(t, dir, "no-listing.lisp", noListing("First reason."))
	tty.send(listing + "\r")
	tty.converse("the skill no-listing is loaded", "", "First reason.", "", "pp> ", "/skills\r",
		"no-listing", "", "ready", "", "pp> ", "")

	p.skill(t, dir, "no-listing.lisp", noListing("Second reason."))
	tty.send(listing + "\r")
	tty.converse("Second reason.", "", "pp> ", "")

	broken := strings.Replace(noListing("Third reason."), "equal", "eqaul", 1)
	full := p.skill(t, dir, "no-listing.lisp", broken)
	tty.send(listing + "\r")
	tty.converse("the skill no-listing failed: "+full+":2:", "", "asks skills: ", "", theEnd, "n", "model) ", "\r",
		"pp> ", "/skills new other --fast\r", "does not take --fast", "", "pp> ", "")

	p.skill(t, dir, "no-listing.lisp", noListing("Fourth reason."))
	tty.send(listing + "\r")
	tty.converse("Fourth reason.", "", "pp> ", "/skills disable no-listing\r", "disabled no-listing", "", "pp> ",
		listing+"\r", "notes.txt", "", "pp> ", "/skills enable no-listing\r", "enabled no-listing", "", "pp> ",
		"/skills why ls\r", "deny skill/no-listing: Fourth reason.", "", "pp> ", "/skills chekc x\r", `did you mean "check"?`,
		"", "pp> ", "")

	draft := p.skill(t, p.home, "no-listing.lisp", broken) // that is checked changes nothing of what is in use
	tty.converse("", "/skills check "+draft+"\r", "there is no function EQAUL", "", "pp> ", "/skills why ls\r",
		"Fourth reason.", "", "pp> ", "")
	if strings.Contains(tty.text(), "is gone") || strings.Count(tty.text(), "the skill no-listing failed") > 1 {
		t.Error(tty.text())
	}

	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	tty.send(listing + "\r")
	tty.converse("the skill no-listing is gone", "", "notes.txt", "", "pp> ", "\x04")
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	tty.sane()
	trace := p.run(t, "trace")
	for _, reason := range []string{"First", "Second", "Fourth"} {
		if !strings.Contains(trace, "deny skill/no-listing: "+reason+" reason.") {
			t.Errorf("the trace has no %q:\n%s", reason, trace)
		}
	}
}

// A repository's file is a gate at once; all else in it is used once a person trusted it,
// and no more after it was changed, in the conversation too.
func TestRepositorysSkills(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:REPLY "unused") (:REPLY "not then") (:REPLY "unused again")`)
	text := "(register-pre-reason-handler :user-input (lambda (ctx) (declare (ignore ctx))\n" +
		"  '(:type :log :text \"I answer.\")))\n" + noListing("Not here.") + "\n"
	dir := filepath.Join(p.dir, ".pp", "skills")
	full := p.skill(t, dir, "house.lisp", text)
	tty := open(t, p.command(t, []string{"TERM=xterm"}), 200, 50)
	tty.converse("pp> ", "hello\r", "unused", "", "pp> ", listing+"\r", "Not here.", "", "pp> ",
		"/skills trust "+full+"\r", "use all of it, until the file is changed?", "y\r", "trusted "+full, "",
		"pp> ", "hello\r", "I answer.", "", "pp> ", "")
	p.skill(t, dir, "house.lisp", text+"; changed\n")
	tty.converse("", "hello\r", "unused again", "", "pp> ", "\x04")
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}
