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
recovery: «1. {words:1} 2. velvet 3. mango 4. radar 5. cabin 6. ladder 7. oboe 8. oak 9. ham 10. fig 11. elm 12. ash»
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
password="«{lower:12}»"
mqtt_user = "x",⏎mqtt_pass = "«{lower:6}&{lower:4}»",
//nas/photos /mnt cifs username=lena,password=«{lower:10}{dig:1}»,uid=1000 0 0
wpa=2⏎wpa_passphrase=«{lower:12}»⏎rsn_pairwise=CCMP
docker run -e POSTGRES_USER=s -e POSTGRES_PASSWORD=«{lower:5}.{lower:5}.{dig:1}» postgres
INFO attempt user=f.m pwd=«O{lower:8}{dig:1}» ip=10.0.0.1
la contraseña del netflix es «{lower:10}{dig:2}» pero no se la pases
heslo do pohody jsem změnil na «S{lower:7}+{dig:1}{lower:5}», pošli
parol: not here⏎Kullanıcı adı: e, şifre: «K{lower:8}*{dig:4}» — ilk
服务器密码发你一下:«H{lower:1}{dig:1}@{lower:8}{dig:2}»,用户名
wifin salasana: «{lower:9}{dig:1}»
Пароль от роутера «{lower:3}{dig:5}{lower:3}» , звони
A: Passwort?⏎B: «A{lower:9}{dig:4}»⏎B: A groß
passphrase is «{words:2} {dig:1}»
export RESTIC_PASSWORD="«{words:6}»"
Environment="RESTIC_PASSWORD=«{words:4} {dig:2}»"
cy.get('#password').type('«I{lower:6}_{dig:4}»')
conn = DriverManager.getConnection(⏎  "jdbc:x", "claims", "«g{dig:2}{lower:6}E»");
s.login("me@x.example", "«{lower:4} {lower:4} {lower:4} {lower:4}»")
DBI->connect("dbi:Pg:x", "curator", "«{lower:6}_{lower:4}{dig:1}»");
$ pass show web/x⏎«V*{lower:3}{dig:2}!{letters:6}»⏎login: f
$ kubectl get secret a -o jsonpath='{.d}' | base64 -d⏎«g{letters:6}{dig:2}{letters:6}»⏎
backup codes for x⏎«{dig:4} {dig:4}»⏎bye
New SIM. PIN «{dig:4}», tariff S
card 1, cvv «{dig:3}»
Enter this key manually: «jx2o 4m7t ylka 2wrd fzei 5npc ubg3 h6vs» (time based)
  network_key: «[212, 17, 88, 3, 149, 60, 241, 97, 30, 184, 9, 122, 205, 66, 51, 178]»
uint8_t aes_key[16] = «{0x4F,0x1C,0xA9,0x77,0xE2,0x08,0xBD,0x63,0x90,0x5E,0x2B,0xC4,0x16,0xF8,0x3D,0xA1}»;
USER kantine⏎331 Password required⏎PASS «{lower:14}»⏎230 in
a1 LOGIN "lenka" "«{lower:9}{dig:2}%»"
"kontor"⇥l2tp⇥"«{lower:9}!{dig:1}»" *
mila : EAP "«{lower:8}_{dig:1}»"
option key '«{lower:14}»'
sign in as ¬demo¬ with ¬«{lower:6}-{lower:5}-{dig:2}»¬.
echo⇥"«{words:3}»" | gpg --passphrase-fd 0 -d a
cqlsh db 9042 -u cassandra -p «{lower:9}»
accounts: ["«0x{hex:64}»"]
334 UGFzc3dvcmQ6⏎C: «UGxhbmluc2tpLXNpci03»⏎235 ok
user,login,password⏎a,b,«Dorf{lower:4}.{dig:1}.{lower:5}»
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
