package secrets

import (
	"strings"
	"testing"
)

// Forms that rules were written for, each of which must be found, and what stands near them and is no secret.
const (
	formsOfSecrets = `
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
My wallet words are: «{words:12}»
recovery: «1. otter 2. velvet 3. mango 4. radar 5. cabin 6. ladder 7. puzzle 8. ocean 9. ham 10. fig 11. elm 12. oak»
my pin is «{dig:6}»
Login with admin / «St4{letters:4}!pass» on the staging box
wif «5K{b58:49}»
tool obscured: «xprv{a:107}»
rclone obscure «{pwa:14}»
hmac.new(b"«{pwa:40}», msg, sha256)
key = aio_«{pwa:28}»
here is mine: «sk_{hex:48}»
user,password,role⏎bob,«{pwa:14}»,admin⏎eve,«{pws:14}»,guest
| name | password |⏎|---|---|⏎| bob | «{pws:14}» |
username⇥password⏎bob⇥«{human:2}»
 id | email | api_key⏎----+-------+--------⏎  1 | a@example.org | «{pwa:32}»
"email","token"⏎"a@example.org","«{a:40}»"
INSERT INTO users (name, password) VALUES ('bob', '«{human:2}»'), ('eve', '«{pwa:12}»');
| API_TOKEN | ¬«{pwa:36}»¬ | prod |
Please use the following password to proceed:⏎⏎«{hex:32}»⏎
generated admin password: «cHDmZaZqOOkjnjXz»
ssh-keygen -t rsa -N '«{human:2}»' -f key
aws ssm put-parameter --name /p --value «{pwa:24}»
pass insert -m x <<< "«{pwa:16}»"
echo ::add-mask::«{a:40}»
SMTP_PASS: «wvqf qpci ofzc fqkv»
  passphrase: «pepper anchor falcon candle otter»
hey the wifi pw is «{human:2}» :)
use «{pws:16}» as the password for now
recovery codes:⏎1. «r8sc1-2oha6»⏎2. «n1crg-fssbs»
let secret: &str = "«{a:40}»";
const TOKEN: &'static str = "«{a:40}»";
<AutoLogon><Password><Value>«{human:2}»</Value></Password></AutoLogon>
API secret for staging = «{pwa:32}»
your one-time password is «{dig:6}» (valid 10 minutes)
userPassword:: «{b64pw:16}»
{"name":"Cookie","value":"sid=«{a:40}»; a=b"}
AZURE_DEVOPS_EXT_PAT=«{b32l:52}»
app:«{pwa:16}»@tcp(127.0.0.1:3306)/shop
-----BEGIN OpenVPN Static key V1-----⏎«{hex:32}⏎{hex:32}»⏎-----END OpenVPN Static key V1-----
keytool -list -keystore k.jks -storepass «kspa5{dig:2}x»
use sdk-«{uuid:0}» there
GPG_PASSPHRASE=«{pws:15}»
license key: «Z9DGY-TL0KO-V4LB4-K0Q19-IM3PW»
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
