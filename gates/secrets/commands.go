package secrets

import (
	"slices"
	"strings"
)

// program is a command in whose arguments a password stands.
type program struct {
	names string // separated by commas
	// flags are those whose value it is, in the same word or the next: "-p" either,
	// "-p*" the same word only, "" an operand. A separator at the end says that the value is
	// a user and a password: "-u:". "+" stands before what a word begins with: "+pass:".
	flags string
}

// programs are the commands and directives that take a password where no name says so.
var programs = [...]program{
	{"mysql,mysqldump,mysqladmin,mysqlimport,mysqlcheck,mysqlshow,mariadb,mariadb-dump,7z,7za,7zz,rar,unrar", "-p*"},
	{"mongo,mongosh,mongodump,mongorestore,mongoimport,mongoexport,cqlsh,cypher-shell,docker login,podman login," +
		"buildah login,skopeo login,registry login,repo add,az login,oc login,cf login,twine upload,sshpass," +
		"ncftpput,argocd login,nerdctl login,useradd,usermod,conan user,nuget add source,psexec,snowsql,vsce publish", "-p"},
	{"pdftotext,pdftoppm,pdfinfo", "-upw -opw"},
	{"nuget push", "-k"},
	{"consul,nomad", "-token"},
	{"jenkins-cli,jenkins-cli.jar", "-auth:"},
	{"zip,unzip,sqlcmd,bcp,isql,osql,tsql,mosquitto_pub,mosquitto_sub,ipmitool", "-P"},
	{"redis-cli,valkey-cli", "-a"},
	{"ldapsearch,ldapadd,ldapmodify,ldapdelete,ldapwhoami,ldappasswd", "-w -s"},
	{"openssl enc", "-K -k"},
	{"openssl", "+pass:"},
	{"ssh-keygen", "-N -P"},
	{"snmpwalk,snmpget,snmpset", "-A -X -c"},
	{"put-parameter,keyvault secret set", "--value"},
	{"secret set", "--body -b"},
	{"secrets set,secret put", "="},
	{"keytool", "-storepass -keypass -srcstorepass -deststorepass"},
	{"curl", "-u: --user: -U: --proxy-user: -E: --cert:"},
	{"http -a,http --auth,https -a,xh -a", ":"},
	{"smbclient,rpcclient,net rpc,net ads", "-U%"},
	{"lftp", "-u,"},
	{"open -u", ","},
	{"rdesktop", "-p"},
	{"xfreerdp,wfreerdp", "+/p:"},
	{"schtasks", "/rp"},
	{"stats auth,_credentials,creds:,credentials:,npmAuthIdent:", ":"},
	{"SETUSER", "+>"},
	{"sqlplus,expdp,impdp,sqlldr", "/"},
	{"htpasswd,net use,net user,wpa_passphrase,cargo login,mc alias set,rabbitmqctl add_user,community,vault login," +
		"operator unseal,config set,AUTH,openssl passwd", ""},
	{"mysqli_connect(,new PDO(,getConnection(,.login(,.auth(,HTTPBasicAuth(,SetBasicAuth(,auth=(", ""},
}

// registerPrograms adds the passwords of command lines and of calls.
func registerPrograms(t *triggers) {
	for i := range programs {
		for name := range strings.SplitSeq(programs[i].names, ",") {
			if !strings.ContainsAny(name[len(name)-1:], "(:.") {
				name += " "
			}
			t.add(name, false, &programs[i])
		}
	}
}

// takenEffort is how many steps it takes to judge one byte of a value.
const takenEffort = 16

// maxCommand bounds the arguments that are looked at.
const maxCommand = 512

func (p *program) match(s *scanner, v *view, at, end int) {
	t := v.text
	if is(t, at-1, cWord|cDash) && is(t, at, cAlnum) && t[end-1] == ' ' || is(t, at-1, cSlash) && p.flags == ":" {
		return // a part of a longer name, or of a path
	}
	line := t[:lineEnd(t, end, min(len(t), end+maxCommand))]
	before := ""
	for a, z := nextWord(line, end); a < z; a, z = nextWord(line, z) {
		s.effort -= (z - a + 1) * (1 + strings.Count(p.flags, " "))
		if line[a] == '|' {
			return
		}
		for flag := range strings.SplitSeq(p.flags, " ") {
			if from, ok := argument(before, line[a:z], flag); ok {
				s.effort -= takenEffort * (z - a)
				p.take(s, v, a+from, z, flag)
			}
		}
		if before = line[a:z]; t[end-1] == '(' && strings.IndexByte(before, ')') >= 0 {
			return
		}
	}
}

// nextWord returns the next word of a command line, a quoted one to its last quote.
func nextWord(t string, at int) (int, int) {
	at = span(t, at, len(t), cSpace)
	end := at
	for quote := byte(0); end < len(t) && (quote != 0 || !is(t, end, cSpace)); end++ {
		switch {
		case quote == t[end]:
			quote = 0
		case quote == 0 && is(t, end, cQuote):
			quote = t[end]
		}
	}
	return at, end
}

// argument reports where in a word the value of a flag starts: behind the flag or, when
// the word before is the flag or ends with its letter, at the start.
func argument(before, word, flag string) (int, bool) {
	flag, joined := strings.CutSuffix(flag, "*")
	name := strings.TrimRight(flag, ":%,=~!")
	short := len(name) == 2 && name[0] == '-'
	switch {
	case name == "" || name == "/" && flag == "/":
		return 0, word[0] != '-' || mixed(word)
	case !joined && (before == name || short && len(before) > 2 && before[0] == '-' && before[1] != '-' &&
		before[len(before)-1] == name[1] && span(before, 1, len(before), cLetter) == len(before)):
		return 0, word[0] != '-' || mixed(word)
	case strings.HasPrefix(word, name+"="):
		return len(name) + 1, true
	case name[0] == '+':
		return len(flag) - 1, strings.HasPrefix(strings.TrimLeft(word, "'\""), flag[1:])
	}
	return len(name), short && strings.HasPrefix(word, name)
}

// take matches the password in the value at [at,end) of a flag.
func (p *program) take(s *scanner, v *view, at, end int, flag string) {
	t := v.text
	at = span(t, at, 1, cQuote)
	for end > at && (is(t, end-1, cQuote|cLine) || t[end-1] == ',' || t[end-1] == ')') {
		end--
	}
	user := ""
	if n := len(flag); n > 0 && strings.IndexByte(":%,/=", flag[n-1]) >= 0 && flag[0] != '+' {
		i := strings.IndexByte(t[at:end], flag[n-1])
		if i < 0 {
			return
		}
		user, at = t[at:at+i], at+i+1
		if i := strings.IndexByte(t[at:end], '@'); i >= 0 && flag[n-1] == '/' {
			end = at + i
		}
	}
	if flag == "" && strings.Contains(t[at:end], " -") { // a command line, as of an alias of git
		return
	}
	h := shapeOf(t[at:end])
	if h.lower == 0 && strings.Contains(t[at:end], "-") {
		return // the name of a mechanism, as CRAM-MD5
	}
	least, rule := 2, "command-password"
	if flag == "~" && (end-at < 20 || span(t, at, end-at, cRun) != end || !alternating(t[at:end]) || h.kinds() < 3 ||
		!looksRandom(t[at:end])) {
		return
	}
	if (flag == "" || flag == ":") && (end-at < 16 || !looksRandom(t[at:end])) {
		least = 3
	}
	if strings.HasSuffix(flag, ":") {
		rule = "url-password"
	}
	value := t[at:end]
	if h.lower+h.upper == 0 || strings.Contains(value, "://") || strings.HasPrefix(value, "//") {
		return
	}
	odd := jumbled(value)
	varied := odd || h.digit > 0 || marked(value, true) || strings.HasSuffix(flag, "*") ||
		len(flag) == 2 && h.kinds() > 2 && wordShare(value) < 0.5
	named := len(flag) > 2 && flag[0] == '-' || slices.Contains([]string{"-p", "-P", "-w", "-N", "/p", "using"}, flag)
	if varied && (odd || h.kinds() >= least) && hostPassword(user, value) ||
		named && h.lower+h.upper > 5 && chosenText(value) ||
		flag == "!" && h.kinds() > 1 && chosenText(value) {
		s.add(v, rule, at, end)
	}
}
