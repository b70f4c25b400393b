package gates

import "testing"

func TestMaskListed(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"diff --git a/.env b/.env\nindex 1..2 100644\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@ KEY=old\n-KEY=old\n+KEY=new\n": "" +
			"diff --git a/.env b/.env\nindex 1..2 100644\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@[MASKED]\n-[MASKED]\n+[MASKED]\n",
		"diff --git a/.env b/.env\n+++ b/.env\n+A=b\ndiff --git a/x.go b/x.go\n+++ b/x.go\n+func x()\n": "" +
			"diff --git a/.env b/.env\n+++ b/.env\n+[MASKED]\ndiff --git a/x.go b/x.go\n+++ b/x.go\n+func x()\n",
		"diff --git a/.env b/.env\n+A=b\n\ncommit 12\n\n  - a list\n": "" +
			"diff --git a/.env b/.env\n+[MASKED]\n\ncommit 12\n\n  - a list\n",
		"HEAD:.env:KEY=value\nHEAD:a.go:x := 1\n":    "HEAD:.env:[MASKED]\nHEAD:a.go:x := 1\n",
		"config/.env.local:3:KEY=value":              "config/.env.local:[MASKED]",
		"cat: .env: No such file or directory\n":     "cat: .env: No such file or directory\n",
		" M .env\n?? id_rsa\n":                       " M .env\n?? id_rsa\n",
		"https://example.org/.env is not found\n":    "https://example.org/.env is not found\n",
		"12:30:01 .env was read\n":                   "12:30:01 .env was read\n",
		"deploy/id_rsa:1:-----BEGIN\ndeploy/a:1:x\n": "deploy/id_rsa:[MASKED]\ndeploy/a:1:x\n",
	} {
		if got := MaskListed(in, nil); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := MaskListed(MaskListed(in, nil), nil); got != MaskListed(in, nil) {
			t.Errorf("%q: masked twice it is %q", in, got)
		}
	}
}
