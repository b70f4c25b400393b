//go:build linux

package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/providers/providertest"
)

// reader is a model of 3072 tokens that notes "saw FIRST..LAST" for a part, and
// answers a prompt with notes by counting them; each reply says that it used so
// many tokens of input.
type reader struct {
	*providertest.Server
	home string
}

func newReader(t *testing.T, used int, fails func(request int) bool) reader {
	t.Helper()
	p := providertest.OpenAI()
	n := 0
	s := providertest.Serve(t, func(c *providertest.Conn) {
		n++
		if fails != nil && fails(n) {
			providertest.Respond(http.StatusForbidden, p.Error("e", "not this part"))(c)
			return
		}
		reply := fmt.Sprintf("%d notes", strings.Count(string(c.Request.Body), " from notes on part "))
		if strings.Contains(string(c.Request.Body), "You read one part") {
			seen := numbers(string(c.Request.Body))
			reply = fmt.Sprintf("saw %s..%s", seen[0], seen[len(seen)-1])
		}
		stream := strings.ReplaceAll(string(p.Stream(p.Whole, reply)), `"prompt_tokens":120`,
			fmt.Sprintf(`"prompt_tokens":%d`, used))
		providertest.Respond(200, []byte(stream), "Content-Type: "+p.Type)(c)
	})
	r := reader{s, t.TempDir()}
	configure(t, r.home, "cascade = [\"small\"]\n[providers.small]\nprotocol = \"openai\"\nbase_url = "+
		"\""+s.URL()+"\"\nmodel = \"m-1\"\ncontext = 3072\n")
	return r
}

// numbers are the numbers of the lines "line N" in a request's body.
func numbers(body string) []string {
	var out []string
	for _, piece := range strings.Split(body, "line ")[1:] {
		number, _, _ := strings.Cut(piece, `\n`)
		out = append(out, number)
	}
	return out
}

// data writes lines to a file and returns its name.
func data(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	name := t.TempDir() + "/data"
	write(t, name, b.String())
	return name
}

func (r reader) pp(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	return asked(r.home, args...)
}

// What does not fit is not sent, and both sizes and the ways out are named.
func TestTooLargeIsNotSent(t *testing.T) {
	r := newReader(t, 120, nil)
	code, out, errs := r.pp(t, "-f", data(t, 3000), "count the lines")
	if code != exit.Data || out != "" || len(r.Requests()) != 0 {
		t.Errorf("exit %d, %q, %d requests", code, out, len(r.Requests()))
	}
	for _, want := range []string{"about 1", " tokens with 768 for the reply, and the window of m-1 is 3072", "--chunk",
		"--head", "-m"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q does not say %q", errs, want)
		}
	}
}

// Every line is read once, in order; what each call used is in the account and in
// the JSON object.
func TestChunkReadsEverything(t *testing.T) {
	r := newReader(t, 120, nil)
	code, out, errs := r.pp(t, "--chunk", "--output-format", "json", "-f", data(t, 3000), "count the lines")
	requests := r.Requests()
	parts := len(requests) - 1
	if code != 0 || parts < 5 {
		t.Fatalf("exit %d, %d requests, %s", code, len(requests), errs)
	}
	var all []string
	for _, q := range requests[:parts] {
		all = append(all, numbers(string(q.Body))...)
		if !strings.Contains(string(q.Body), "count the lines") {
			t.Error("a part comes without what was asked")
		}
	}
	for i := range 3000 {
		if i >= len(all) || all[i] != fmt.Sprint(i) {
			t.Fatalf("line %d is not where it should be; %d lines were read", i, len(all))
		}
	}
	var report struct {
		Answer string
		Usage  struct{ Input, Output int }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d notes", parts); report.Answer != want {
		t.Errorf("the answer is %q, not %q", report.Answer, want)
	}
	if report.Usage.Input != 120*len(requests) || report.Usage.Output != 34*len(requests) {
		t.Errorf("used %+v in %d requests", report.Usage, len(requests))
	}
	if want := fmt.Sprintf("it is read in %d parts", parts); !strings.Contains(errs, want) {
		t.Errorf("%q does not say %q", errs, want)
	}
	if _, cost, _ := r.pp(t, "cost", "--json"); !strings.Contains(cost, fmt.Sprintf(`"calls":%d`, len(requests))) {
		t.Errorf("the account is %s", cost)
	}
}

// A part that fails fails the whole, and says which.
func TestChunkFailsWhole(t *testing.T) {
	r := newReader(t, 120, func(n int) bool { return n == 3 })
	code, out, errs := r.pp(t, "--chunk", "-f", data(t, 3000), "count the lines")
	if code != exit.Auth || out != "" || len(r.Requests()) != 3 || !strings.Contains(errs, "part 3 of ") ||
		!strings.Contains(errs, "not this part") {
		t.Errorf("exit %d, %q, %d requests, %s", code, out, len(r.Requests()), errs)
	}
}

// The budget is checked before every part, and stops between two.
func TestChunkHeedsTheBudget(t *testing.T) {
	const used, limit = 5000, 16000
	r := newReader(t, used, nil)
	code, out, errs := r.pp(t, "--chunk", "--max-tokens", fmt.Sprint(limit), "-f", data(t, 3000), "count the lines")
	if n := len(r.Requests()); code != exit.Limit || out != "" || (n-1)*(used+34) > limit || n < 3 {
		t.Errorf("exit %d, %q, %d requests, %s", code, out, n, errs)
	}
}

// --head sends what fits, cut at a line, and says where.
func TestHeadCutsAndSaysWhere(t *testing.T) {
	r := newReader(t, 120, nil)
	name := data(t, 3000)
	code, out, errs := r.pp(t, "--head", "-f", name, "count the lines")
	requests := r.Requests()
	if code != 0 || out != "0 notes\n" || len(requests) != 1 {
		t.Fatalf("exit %d, %q, %d requests, %s", code, out, len(requests), errs)
	}
	kept := numbers(string(requests[0].Body))
	if len(kept) < 100 || kept[len(kept)-1] != fmt.Sprint(len(kept)-1) {
		t.Fatalf("%d lines, the last is %s", len(kept), kept[len(kept)-1])
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bytes := strings.Index(string(text), fmt.Sprintf("line %d\n", len(kept)))
	want := fmt.Sprintf("was cut to its first %d of %d bytes (%d of 3000 lines)", bytes, len(text), len(kept))
	if !strings.Contains(errs, want) {
		t.Errorf("%q does not say %q", errs, want)
	}
	if want := fmt.Sprintf("the first %d of %d bytes", bytes, len(text)); !strings.Contains(string(requests[0].Body),
		want) {
		t.Error("the model is not told that something is missing")
	}
}

// Where only the server knows its window, the prompt is made smaller until the
// server takes it; without the flags that is exit code 65 with the server's words.
func TestFitToAServerThatRefuses(t *testing.T) {
	p := providertest.OpenAI()
	refuses := providertest.Respond(400, p.Error("invalid_request_error",
		"This exceeds the context window of 3000 tokens."))
	answers := providertest.Respond(200, p.Stream(p.Whole, "It is done.\n"), "Content-Type: "+p.Type)
	for _, c := range []struct {
		flag string
		code int
		says string
	}{{"-q", exit.Data, "exceeds the context window of 3000"}, {"--head", exit.OK, "was cut to its first"},
		{"--chunk", exit.OK, "it is read in"}} {
		most := 0
		s := providertest.Serve(t, func(conn *providertest.Conn) {
			switch n := len(conn.Request.Body); {
			case conn.Request.Path != p.Path:
				providertest.Respond(404, p.Error("e", "no list"))(conn)
			case n > 9000:
				refuses(conn)
			default:
				most = max(most, n)
				answers(conn)
			}
		})
		r := reader{s, t.TempDir()}
		configure(t, r.home, "cascade = [\"far\"]\n[providers.far]\nprotocol = \"openai\"\nbase_url = "+
			"\""+s.URL()+"\"\nmodel = \"m-1\"\n")
		code, out, errs := r.pp(t, c.flag, "-f", data(t, 3000), "count the lines")
		if code != c.code || !strings.Contains(errs, c.says) || (out == "It is done.\n") != (c.code == exit.OK) {
			t.Errorf("%s: exit %d, %q, %s", c.flag, code, out, errs)
		}
		if c.code == exit.OK && (most < 2500 || len(s.Requests()) > 40) {
			t.Errorf("%s: %d requests, the largest of %d bytes", c.flag, len(s.Requests()), most)
		}
	}
}

// --chunk reads past limits.max_input, and no request has more data than that, also
// where nobody says how much a model takes.
func TestChunkReadsPastTheInputCap(t *testing.T) {
	const most = 12_000
	r := newReader(t, 120, nil)
	limits := fmt.Sprintf("[limits]\nmax_input = %d\n", most)
	configure(t, r.home, "cascade = [\"far\"]\n[providers.far]\nprotocol = \"openai\"\nbase_url = \""+r.URL()+
		"\"\nmodel = \"m-1\"\n"+limits)
	name := data(t, 3000)
	code, _, errs := r.pp(t, "-f", name, "count the lines")
	if code != exit.Data || !strings.Contains(errs, "limits.max_input") {
		t.Fatalf("exit %d, %s", code, errs)
	}
	code, _, errs = r.pp(t, "--chunk", "-f", name, "count the lines")
	seen := 0
	for _, q := range r.Requests() {
		body := string(q.Body)
		if len(body) > most+2000 {
			t.Errorf("a request has %d bytes", len(body))
		}
		if strings.Contains(body, "You read one part") {
			seen += len(numbers(body))
		}
	}
	if code != exit.OK || seen != 3000 {
		t.Errorf("exit %d, %d lines, %s", code, seen, errs)
	}
}
