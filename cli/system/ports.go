package system

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Listening reports whether a program of this machine listens on a port, by TCP or UDP.
func Listening(port int) (bool, error) {
	for _, table := range [...]string{"tcp", "tcp6", "udp", "udp6"} {
		f, err := os.Open("/proc/net/" + table)
		if errors.Is(err, fs.ErrNotExist) && table != "tcp" {
			continue // there is no IPv6, or no UDP
		}
		if err != nil {
			return false, err
		}
		found := false
		lines := bufio.NewScanner(f)
		for lines.Scan() && !found {
			found = listens(lines.Text(), port)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil || found {
			return found, err
		}
	}
	return false, nil
}

// listens reports whether a line of /proc/net/tcp or udp is a socket that waits on a port: its state is 0A for TCP, and
// 07 for UDP.
func listens(line string, port int) bool {
	fields := strings.Fields(line)
	return len(fields) > 3 && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) &&
		(fields[3] == "0A" || fields[3] == "07")
}
