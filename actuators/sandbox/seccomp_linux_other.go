//go:build linux && !amd64

package sandbox

// oldMetadata are older forms of the calls in metadata, which this machine has not.
var oldMetadata [0]uint32
