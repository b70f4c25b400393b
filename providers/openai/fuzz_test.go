package openai_test

import (
	"testing"
	"time"

	"pp/providers/providertest"
)

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.OpenAI(), time.Now) }
