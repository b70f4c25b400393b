package shell_test

import (
	"testing"

	"pp/engine"
)

// Where others call a script, what its environment and its arguments may be is not known; else they are not there.
func TestVariablesOfAScriptThatOthersCall(t *testing.T) {
	for _, tc := range []struct {
		cmd        string
		here, open engine.Decision
	}{
		{`echo "$NOWHERE" "$1"`, engine.Allow, engine.Allow},
		{`$NOWHERE; true`, engine.Allow, engine.Ask},
		{`"$@"`, engine.Allow, engine.Ask},
		{`eval "$1"`, engine.Allow, engine.Ask},
		{`X=a; rm -f "$X"`, engine.Ask, engine.Ask},
		{`rm -rf "$NOWHERE"`, engine.Deny, engine.Deny},
		{`set -- a; cat "$1.txt"`, engine.Allow, engine.Allow},
		{`cd / && rm -rf *`, engine.Deny, engine.Deny},
		{`cd ~/.ssh; cat id_ed25519`, engine.Deny, engine.Deny},
		{`CDPATH=$NOWHERE; cd /; rm -rf etc`, engine.Deny, engine.Deny},
	} {
		f := home()
		if got := judge(t, analyst(), tc.cmd, f).Decision; got != tc.here {
			t.Errorf("%s is %v, want %v", tc.cmd, got, tc.here)
		}
		f.OpenEnv = true
		if got := judge(t, analyst(), tc.cmd, f).Decision; got != tc.open {
			t.Errorf("%s is %v where others call it, want %v", tc.cmd, got, tc.open)
		}
	}
}
