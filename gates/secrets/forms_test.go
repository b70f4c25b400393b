package secrets

import (
	"strings"
	"testing"
)

// Forms that rules were written for, each of which must be found, and what stands near them and is no secret.
const (
	formsOfSecrets = `
GPG_PASSPHRASE=«{pws:15}»
export RESTIC_PASSWORD="«{words:6}»"
password = "«{letters:6}!^{letters:5}»"
psk="«{letters:7}^{letters:5}»"
bind_pw: «{letters:6}*_{letters:4}»
ALTER USER app WITH PASSWORD '«{letters:7}!^{letters:3}»';
IDENTIFIED BY '«{letters:7}#*{letters:3}»'
pwd=«zebr{dig:3}!»
creds -> user: bob pass: «n{dig:2}tune!»
PGPASSWORD=«sadd1e{dig:2}x» psql -h db -U app
docker run -e POSTGRES_PASSWORD=«velvet{dig:2}a» postgres
auth_token: |⏎  «{pwa:40}»⏎name: x
client_secret: >-⏎  «{pwa:36}»
secret = """«{pwa:30}»"""
variable "db_password" {⏎  default = "«{letters:8}+{letters:6}»"⏎}
seed phrase⏎«{words:12}»
wif «5K{b58:49}»
tool obscured: «xprv{a:107}»
key = aio_«{pwa:28}»
here is mine: «sk_{hex:48}»
| API_TOKEN | ¬«{pwa:36}»¬ | prod |
generated admin password: «cHDmZaZqOOkjnjXz»
ssh-keygen -t rsa -N '«{human:2}»' -f key
aws ssm put-parameter --name /p --value «{pwa:24}»
pass insert -m x <<< "«{pwa:16}»"
echo ::add-mask::«{a:40}»
hey the wifi pw is «{human:2}» :)
let secret: &str = "«{a:40}»";
const TOKEN: &'static str = "«{a:40}»";
<AutoLogon><Password><Value>«{human:2}»</Value></Password></AutoLogon>
userPassword:: «{b64pw:16}»
{"name":"Cookie","value":"sid=«{a:40}»; a=b"}
AZURE_DEVOPS_EXT_PAT=«{b32l:52}»
app:«{pwa:16}»@tcp(127.0.0.1:3306)/shop
-----BEGIN OpenVPN Static key V1-----⏎«{hex:32}⏎{hex:32}»⏎-----END OpenVPN Static key V1-----
keytool -list -keystore k.jks -storepass «kspa5{dig:2}x»
use sdk-«{uuid:0}» there
license key: «Z9DGY-TL0KO-V4LB4-K0Q19-IM3PW»
password="«{lower:12}»"
mqtt_user = "x",⏎mqtt_pass = "«{lower:6}&{lower:4}»",
//nas/photos /mnt cifs username=lena,password=«{lower:10}{dig:1}»,uid=1000 0 0
wpa=2⏎wpa_passphrase=«{lower:12}»⏎rsn_pairwise=CCMP
docker run -e POSTGRES_USER=s -e POSTGRES_PASSWORD=«{lower:5}.{lower:5}.{dig:1}» postgres
INFO attempt user=f.m pwd=«O{lower:8}{dig:1}» ip=10.0.0.1
`
	formsOfOthers = `
password = ""⏎name = "n{dig:4}xK{letters:8}"
password: |⏎  Enter the one of your account.
description: >-⏎  {pwa:30}
psk = "the key of this network!"
password = "Forgot-password"
passwordField = "#password-input-1"
PASSWORD=password12
PASSWD_FILE=/run/secrets/db1
MYSQL_PASSWORD=$(cat /run/pw1)
if PASSWORD=="{lower:4}": return
recovery: 1 of 12 servers is up, the rest follow
the pin is 4 mm wide
GPIO pin is 17
Login with admin / your own password
wallet words are never stored
AUTH CRAM-MD5⏎AUTH DIGEST-MD5 PLAIN
github.com/x/gopass v0.0.0-20210920133722-c8aef6fb66ef/go.mod h1:{b64:43}=
example.com/x/credentials v1.17.18/go.mod h1:{b64:43}=
#if !defined(DISABLE_DIGEST_AUTH) && !defined(DISABLE_SHA512_256)
  POP3_PASS,⏎  POP3_USER4_X,⏎  POP3_QUIT2_Y,
token | sha256sum | cut -c1-8
password, user = get_pair_2()⏎x1y2z3w4, b
  CFUNC(f_token, "tokens", 1),⏎  CFUNC(f_utf8bytelength, "utf8bytelength", 1),
| TLS_PSK_WITH_AES_128 | DHE-PSK-AES128-CCM8 | [RFC6655] |
use argon2id1 as the password hash
Set the token below:⏎⏎configuration-of-the-token
"password": "Contrasinal"
password: 'not_confirmed'
$pass = $data["pass"]⏎pass(1, 2)
password: string⏎passwd: required
password = user_input⏎pwd = getpwd
PPPIOCSPASS                      = 0x{hex:8}
type T struct {⏎⇥Password *uint16⏎⇥Passwd  *byte⏎}
// Pin to 2025-11-25: this test⏎spin the CPU for 500 ms
FUNCTION_PASS("indirect-call-2x", X())
password must be at least 8 characters
can someone reset my password? the ticket is IT-{dig:5}
Failed password for invalid user oracle{dig:4} from 10.0.0.5 port 51234 ssh2
login(email: String!, password: String!): AuthPayload!
this kind of authentication is⏎only safe when used with this
"arn:aws:secretsmanager:eu-west-1:{dig:12}:secret:prod/db-a{dig:4}"
Sec-WebSocket-Key: {pwa:22}==
OID_CLIENT_AUTH = ExtendedKeyUsageOID.CLIENT_AUTH1
passwd prefer-ipv4 rawaudio
`
)

func TestForms(t *testing.T) {
	for _, l := range linesOf(strings.ReplaceAll(formsOfSecrets, "¬", "`")) {
		if m := Scan(l.text, Options{}); !l.masked(m) {
			t.Errorf("missed: %s\n\t%.300q %v", l.template, l.text, m)
		}
	}
	for _, l := range linesOf(formsOfOthers) {
		if m := Scan(l.text, Options{}); len(m) > 0 {
			t.Errorf("falsely found: %s\n\t%.300q %v", l.template, l.text, m)
		}
	}
}
