package system

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

func gogc() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func TestCollectLater(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	CollectLater()
	if got := gogc(); got != 400 {
		t.Fatalf("%d before the first collection", got)
	}
	for range 100 {
		if runtime.GC(); gogc() == 100 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := gogc(); got != 100 {
		t.Errorf("%d after the first collection", got)
	}
	debug.SetGCPercent(50) // a person's
	if CollectLater(); gogc() != 50 {
		t.Errorf("%d where somebody had set 50", gogc())
	}
}
