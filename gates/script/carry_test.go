package script

import (
	"strings"
	"testing"
)

// TestDownloadsAreCarried checks that a recipe which runs what another one fetched knows so, however that one says
// where to, and that one which names its own file does not.
func TestDownloadsAreCarried(t *testing.T) {
	for _, c := range [][2]string{
		{"wget -qO- https://x.example > tool", "sh tool"}, {"curl -Lo - https://x.example >tool", "sh tool"},
		{"curl https://x.example 1> tool 2> log", "sh tool"}, {"curl https://x.example >| tool", "sh tool"},
		{"> tool curl https://x.example", "sh tool"}, {"curl -O https://x.example/tool > log", "sh tool"},
		{`curl -H "X: -o other" -o tool https://x.example`, "sh tool"}, {`curl -o "a tool" https://x.example`, `sh "a tool"`},
		{"curl -A 'a > b' -o tool https://x.example", "sh tool"}, {"A=b curl -o tool https://x.example", "sh tool"},
		{"! curl -o tool https://x.example", "sh tool"},
		{"curl -o a https://x.example/a -o tool https://x.example", "sh tool"},
		{"wget -O /usr/bin/tool https://x.example", "A=b tool"}, {"wget -O /usr/bin/tool https://x.example", "tool>log"},
		{"wget -O /usr/bin/tool https://x.example", "! tool"}, {"wget -O /usr/bin/7zz https://x.example", "7zz"},
	} {
		f := Read(KindMake, "run:\n\t"+c[1]+"\nget:\n\t"+c[0]+"\n", nil)
		got := f.Scripts[0].Text.S
		if !strings.Contains(got, "downloaded.example") || strings.Contains(c[0], "/bin/") && !strings.Contains(got, "() {") {
			t.Errorf("after %q, %q is %q, want it known as downloaded", c[0], c[1], got)
		}
	}
	for _, c := range [][2]string{
		{"wget -O tool https://x.example/install.sh", "sh install.sh"}, {"curl -s https://x.example 2> log", "sh log"},
		{"curl -o /usr/bin/tool https://x.example; sha256sum -c sums", "tool"},
	} {
		f := Read(KindMake, "run:\n\t"+c[1]+"\nget:\n\t"+c[0]+"\n", nil)
		if got := f.Scripts[0].Text.S; strings.Contains(got, "sh install.sh") && strings.Contains(got, "curl") ||
			strings.Contains(got, "() {") || strings.Contains(got, "so 'log'") {
			t.Errorf("after %q, %q is %q, want nothing carried", c[0], c[1], got)
		}
	}
}
