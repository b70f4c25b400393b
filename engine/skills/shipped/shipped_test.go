package shipped_test

import (
	"testing"

	"pp/engine/skills"
	"pp/engine/skills/shipped"
)

func TestFilesLoad(t *testing.T) {
	files := shipped.Files()
	set := skills.Load(t.Context(), files, skills.Options{})
	got := set.Skills()
	if len(got) != len(files) || len(got) < 5 {
		t.Fatalf("%d skills of %d files", len(got), len(files))
	}
	for _, s := range got {
		if s.State != skills.Ready || s.Problem != nil || !s.Mandate || s.Trust != skills.Shipped {
			t.Errorf("%s: %v, %v", s.Name, s.State, s.Problem)
		}
	}
}
