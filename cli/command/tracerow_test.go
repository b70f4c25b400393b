package command

import (
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/audit"
	"pp/sexp"
)

// What a signal is is said in text, as Org and as data alike, of a request too, which has no sensor.
func TestSensorOfATraceRow(t *testing.T) {
	for _, tt := range []struct {
		sensor     engine.Sensor
		background bool
		want       string
	}{
		{engine.SensorNone, false, "request"},
		{engine.SensorNone, true, "request, in the background"},
		{engine.SensorHeartbeat, true, "heartbeat"},
		{engine.SensorUserInput, false, "user-input"},
	} {
		e := audit.Entry{Time: time.Unix(0, 0), Kind: engine.RecordSignal}
		e.Fields = sexp.Plist{}.With("SENSOR", sexp.Keyword(tt.sensor.String())).With("SOURCE", sexp.Keyword("CLI"))
		if tt.background {
			e.Fields = e.Fields.With("BACKGROUND", sexp.T)
		}
		back, err := sexp.Read(sexp.Print(e.Fields.Value()), sexp.Limits{}) // as it is kept
		if err != nil {
			t.Fatal(err)
		}
		if e.Fields, err = sexp.AsPlist(back); err != nil {
			t.Fatal(err)
		}
		r := rowOf(e, tt.background)
		if r.Fields["sensor"] != tt.want || !strings.Contains(r.text(), "  "+tt.want+" from cli:") ||
			!strings.Contains(r.org(), "* signal "+tt.want+" from cli:") ||
			!strings.Contains(r.org(), ":SENSOR: "+tt.want+"\n") {
			t.Errorf("%q: %q\n%s%s", tt.want, r.Fields["sensor"], r.text(), r.org())
		}
	}
}
