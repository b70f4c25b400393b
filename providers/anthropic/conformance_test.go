package anthropic_test

import (
	"testing"
	"time"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.Anthropic(), time.Now) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.Anthropic(), time.Now) }
