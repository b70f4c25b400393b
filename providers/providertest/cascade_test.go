package providertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pp/providers"
)

// TestCascadeOfFaults: refused, 500, hanging, garbage, good: the last answers, in
// the sum of the limits, and every failure is told.
func TestCascadeOfFaults(t *testing.T) {
	p := OpenAI()
	gone := Serve(t, Respond(200, nil))
	gone.Close()
	bases := []string{
		gone.URL(),
		Serve(t, Respond(500, p.Error("server_error", "out of order"))).URL(),
		Serve(t, (*Conn).Hang).URL(),
		Serve(t, Respond(200, []byte("lorem ipsum"))).URL(),
		Serve(t, Respond(200, p.Stream(p.Whole, pieces...), "Content-Type: "+p.Type)).URL(),
	}
	var members []providers.Member
	for i, base := range bases {
		o := Options(base)
		o.Name = fmt.Sprint("p", i)
		o.Limits.FirstByte = 500 * time.Millisecond
		o.Limits.Wait = 400 * time.Millisecond // less than one wait is long at most
		client := p.New(o)
		t.Cleanup(func() { _ = client.Close() })
		members = append(members, providers.Member{Name: o.Name, Provider: providers.NewBreaker(o.Name, client,
			providers.BreakerOptions{})})
	}
	cascade, err := providers.NewCascade(members, providers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	reply, err := cascade.Complete(t.Context(), Prompt())
	if err != nil || reply.Text != Answer || reply.Provider != "p4" || len(reply.Failed) != 4 {
		t.Fatalf("%+v, %v", reply, err)
	}
	for i, says := range []string{"nothing listens", "out of order", "timeouts.first_byte", "not of this protocol"} {
		if text := reply.Failed[i].Err.Error(); !strings.Contains(text, says) {
			t.Errorf("p%d: %s", i, text)
		}
	}
	if took := time.Since(start); took > 15*time.Second { // a reply may take 20
		t.Errorf("it took %v", took)
	}
}
