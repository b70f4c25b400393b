package sandbox

import (
	"slices"
	"testing"

	"pp/actuators/undo"
)

func TestOtherMounts(t *testing.T) {
	const table = `22 27 0:21 / /proc rw - proc proc rw
27 1 254:0 / / rw - ext4 /dev/vda rw
40 27 254:0 /home /data rw - ext4 /dev/vda rw
41 27 254:0 / /old\040root rw - ext4 /dev/vda rw
42 27 254:0 /home/ann/project /mnt/p rw - ext4 /dev/vda rw
43 27 254:1 /home /other rw - ext4 /dev/vdb rw
45 27 254:2 / /a\134040b\011c\043 rw - ext4 /dev/vdc rw
44 27 254:0 /home/bob /home/bob rw - ext4 /dev/vda rw
short line
`
	mounts := undo.ParseMounts(table)
	if len(mounts) != 8 || mounts[6].Place != "/a\\040b\tc#" {
		t.Fatalf("%+v", mounts)
	}
	for dir, want := range map[string][]string{
		"/home/ann": {"/data/ann", "/old root/home/ann", "/mnt/p"},
		"/home/bob": {"/data/bob", "/old root/home/bob"},
		"/home":     {"/data", "/old root/home", "/mnt/p"},
		"/data/ann": {"/home/ann", "/old root/home/ann", "/mnt/p"},
		"/mnt/p":    {"/home/ann/project", "/data/ann/project", "/old root/home/ann/project"},
		"/proc":     nil,
		"/usr":      {"/old root/usr"},
	} {
		if got := otherMounts(mounts, dir); !slices.Equal(got, want) {
			t.Errorf("%s is also at %q, want %q", dir, got, want)
		}
	}
}
