package shell_test

// realSample are the programs that are run when no others are asked for: every
// machine has them, and in the same form.
const realSample = " cat tac cut sort uniq head tail wc ls tr nl od paste join comm fold fmt tee touch mkdir rmdir " +
	"rm cp mv ln chmod stat du df date id sed grep find xargs diff cmp gzip " +
	"gunzip zcat tar git basename dirname realpath readlink seq shuf base64 base32 sha256sum md5sum cksum truncate " +
	"install expand unexpand numfmt factor dd env nice timeout mkfifo pr tsort "

// realHelpers are programs that another one runs itself, whatever its words
// are: most are scripts, some start a pipeline, a decompressor or a pager.
var realHelpers = map[string]string{
	"egrep": "grep", "fgrep": "grep", "rgrep": "grep", "zgrep": "grep gzip sed sh cat mktemp rm",
	"zegrep": "zgrep grep gzip sed sh cat mktemp rm", "zfgrep": "zgrep grep gzip sed sh cat mktemp rm",
	"bzgrep": "grep bzip2 sed sh", "bzegrep": "grep bzip2 sed", "bzfgrep": "grep bzip2 sed", "xzgrep": "grep xz sed sh",
	"zstdgrep": "grep zstdcat zstd sh",
	"zcat":     "gzip", "gunzip": "gzip", "uncompress": "gzip", "zcmp": "zdiff cmp gzip",
	"zdiff":  "diff cmp gzip mktemp rm",
	"bzcmp":  "bzdiff cmp bzip2 diff mktemp rm",
	"bzdiff": "diff cmp bzip2 mktemp rm sed", "mvn": "dirname expr java ls uname", "sar": "sadc", "service": "basename",
	"partprobe": "sh dmidecode", "npx": "node sh", "xzcmp": "cmp xz", "xzdiff": "diff xz", "zless": "less gzip sh",
	"zmore": "more gzip cat stty sh dd", "bzless": "less bzip2 more stty dd sed",
	"bzmore": "more bzip2 stty dd sed", "xzless": "less xz sh", "colordiff": "diff", "sdiff": "diff", "diff3": "diff",
	"wdiff": "diff", "ag": "sh git", "ack": "sh",
	"nroff":       "groff grotty troff locale tbl eqn pic grep sh",
	"groff":       "troff grops grotty tbl eqn pic preconv refer grn soelim sh",
	"tzselect":    "echo awk expr uname sed sort date getconf",
	"man":         "groff preconv tbl grops grotty troff nroff cat less sh gzip zsoelim col locale eqn manpath",
	"lsb_release": "getopt cut tr cat sed awk", "locale": "gzip", "cloc": "pwd sh",
	"parted": "sh dmidecode", "dpkg": "dpkg-query dpkg-deb dpkg-split", "dpkg-deb": "tar sh", "apt": "dpkg",
	"apt-get": "dpkg", "apt-cache": "dpkg", "git": "git gettext envsubst basename uname sed git-bisect git-submodule " +
		"git-upload-pack sh " + // of a repository on this machine
		"man tail sort groff grotty locale nroff preconv tbl troff col",
	"yq": "jq", "tomlq": "jq", "xq": "jq", "xargs": "echo", "ldd": "sh cat", "npm": "node", "cpp": "cc1", "unzip": "sh",
	"fdfind": "ls", "fd": "ls", "file": "gzip bzip2 xz zstd", "env": "sh", "which": "sh",
	"dpkg-checkbuilddeps": "gcc dpkg", "dpkg-architecture": "gcc dpkg", "inxi": "sh", "ps2pdf": "gs", "7z": "7z",
	"7za": "7za", "7zr": "7zr", "lsinitramfs": "cpio gzip sh", "cat": "",
	"run-parts": "", "watch": "sh", "savelog": "", "ctags": "sort sh",
}

// realHabits are writes and contacts that a program makes whatever its words
// are, as patterns of what is reported: its own settings and caches in the home
// directory, which the sandbox keeps private, locks and sockets of services.
var realHabits = map[string][]string{
	"git": {"writes /w/.git/*.lock", "writes /w/.git/index", "writes /w/.git/objects/tmp_objdir*",
		"writes /w/.git/*tmp*", "writes /var/cache/man/*"},
	"gpg":     {"writes /home/.gnupg*", "connect *gnupg*"},
	"gpgsm":   {"writes /home/.gnupg*", "connect *gnupg*", "runs *"},
	"gpgconf": {"writes /home/.gnupg*", "runs *"}, "gpg-connect-agent": {"writes /home/.gnupg*"},
	"gpgv":      {"writes /home/.gnupg*"},
	"npm":       {"writes /home/.npm*", "connect *htons(53)*", "send* *htons(53)*"}, // it looks for its own updates
	"npx":       {"writes /home/.npm*", "connect *htons(53)*"},
	"terraform": {"writes /home/.terraform.d*", "connect *"},
	"docker":    {"connect *docker.sock*", "writes /home/.docker*"},
	"kubectl":   {"connect *", "writes /home/.kube*"},
	"fc-list":   {"writes *fontconfig*", "writes /var/cache/*", "writes *.cache*"},
	"fc-match":  {"writes *fontconfig*", "writes *.cache*"},
	"ss":        {"connect *"}, // names of hosts and services are looked up
	"pidof":     {"connect *\"/dev/log\"*", "writes /dev/console"},
	"killall5":  {"connect *\"/dev/log\"*", "writes /dev/console"},
	"netstat":   {"connect *"},
	"lslogins":  {"writes /etc/.pwd.lock"},
	"pip":       {"bind *AF_INET6*"}, "pip3": {"bind *AF_INET6*"},
	"install": {"writes /w/st*", "runs *strip"}, // strip makes its own copy
	"sqlite3": {"writes /w/*"},                  // it opens its database for both, whatever the statement is
	"top":     {"writes /home/.config*"}, "htop": {"writes /home/.config*"}, "shasum": {"writes /w/*"},
	"zip": {"writes /w/zi*"}, "7z": {"writes /w/*"}, "7za": {"writes /w/*"}, "7zr": {"writes /w/*"},
	"tmux":   {"connect *", "writes /tmp/*"},
	"screen": {"writes /run/*", "writes /home/*", "connect *"},
}
