package shell

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/engine/effect"
)

// containerClients are the programs that talk to a container service, and the variable that says where it is.
var containerClients = map[string]string{"docker": "DOCKER_HOST", "docker-compose": "DOCKER_HOST",
	"podman": "CONTAINER_HOST", "podman-compose": "CONTAINER_HOST", "nerdctl": "CONTAINERD_ADDRESS"}

// reportService reports the socket that a command for containers talks to on this machine: one that only looks
// needs it too. The table names the usual one of those that act.
func reportService(ap *applied) {
	client, sub, _ := strings.Cut(ap.in.Name, " ")
	variable, known := containerClients[client]
	if !known || !ap.in.Known || sub == "" || sub == "help" {
		return
	}
	at, _ := lookupVar(ap.walker, variable).Single()
	name, local := strings.CutPrefix(at, "unix://")
	switch {
	case at == "":
		name = serviceSocket(ap.walker, client)
	case !local:
		ap.addConnect(effect.Endpoint{Given: variable, Host: effect.AnyHost, Span: ap.words[0].Span})
		return
	}
	if name == "" {
		return
	}
	if s := (effect.Socket{Name: name, Span: ap.words[0].Span}); !slices.Contains(ap.eff.Sockets, s) {
		ap.eff.Sockets = append(ap.eff.Sockets, s)
	}
}

// serviceSocket is the first socket that is there of those that a client looks for, "" for none.
func serviceSocket(d *walker, client string) string {
	person := "/run/user/" + strconv.Itoa(d.facts.UID)
	names := []string{"/var/run/docker.sock", path.Join(d.facts.Home, ".docker/run/docker.sock"),
		path.Join(d.facts.Home, ".docker/desktop/docker.sock"), person + "/docker.sock"}
	switch {
	case strings.HasPrefix(client, "podman"):
		names = []string{person + "/podman/podman.sock", "/run/podman/podman.sock"}
	case client == "nerdctl":
		names = []string{"/run/containerd/containerd.sock"}
	}
	for _, name := range names {
		if info, err := d.view.Lstat(name); err == nil && info.Mode&fs.ModeSocket != 0 {
			return name
		}
	}
	return ""
}
