package secrets

import "strings"

const awsKeyID = "aws-key-id"

// formats are the tokens that need no code of their own. The order decides
// nothing. A literal of three characters asks for a higher floor.
var formats = [...]format{
	{name: "nkey-seed", literals: "SUA SAA SOA SNA SCA", body: "U55"},
	{name: "macaroon", literals: "0201036c6e64", body: "h100+"},
	// Clouds.
	{name: awsKeyID, literals: "AKIA ASIA ABIA ACCA", body: "B16", floor: 2},
	{name: "aws-bedrock", literals: "ABSK", body: "s109-269", floor: 4},
	{name: "aws-session-token", literals: "FwoGZXIvYXdz IQoJb3JpZ2lu", body: "s100+", floor: 4},
	{name: "alibaba-key-id", literals: "LTAI", body: "a20", floor: 3},
	{name: "google-api-key", literals: "AIza", body: "u35", floor: 3},
	{name: "google-oauth-secret", literals: "GOCSPX-", body: "u28"},
	{name: "google-oauth-access", literals: "ya29.", body: "v40+", floor: 3.5},
	{name: "google-oauth-refresh", literals: "1//0", body: "u40-160", floor: 3.5},
	{name: "firebase-messaging", literals: "APA91b", body: "u120-200", floor: 4},
	{name: "azure-storage-key", literals: "accountkey= sharedaccesskey=", body: "s43-90",
		keep: true, fold: true, floor: 4},
	{name: "azure-sas", literals: "sig=", body: "e43-90", keep: true, floor: 4},
	{name: "digitalocean", literals: "dop_v1_ doo_v1_ dor_v1_", body: "h64"},
	{name: "aws-appsync", literals: "da2-", body: "l26", floor: 3},
	{name: "heroku", literals: "HRKU-", body: "u36-70"},
	{name: "cloudflare-origin-ca", literals: "v1.0-", body: "h24 '-' h146"},
	{name: "cloudflare", literals: "cfut_ cfat_ cfk_", body: "u40-64", floor: 3},
	{name: "fly", literals: "fo1_ fm1r_ fm2_", body: "s43+", floor: 3.5},
	{name: "netlify", literals: "nfp_", body: "a36-40", floor: 3},
	{name: "tencent-key-id", literals: "AKID", body: "a32", floor: 4},
	{name: "scalingo", literals: "tk-us- tk-eu-", body: "u48", floor: 3.5},
	{name: "yandex-cloud", literals: "YCAJE YCM YCN YCO YCP", body: "u35-38", floor: 3.8},
	{name: "yandex-cloud", literals: "t1.", body: "s20+ '.' s86", floor: 4},
	{name: "yandex-cloud", literals: "AQVN", body: "u35-38", floor: 3.5},

	// Forges and package registries.
	{name: "github", literals: "ghp_ gho_ ghu_ ghs_ ghr_", body: "a36", floor: 3.5},
	{name: "github-fine-grained", literals: "github_pat_", body: "a22 '_' a59"},
	{name: "gitlab", literals: "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-",
		body: "u20-64", floor: 2.5},
	{name: "gitlab-routable", literals: "glpat- glrt- gloas- gldt- glcbt- glptt-", body: "u27-300 '.' l2 '.' l7"},
	{name: "gitlab-runner", literals: "GR1348941", body: "u20"},
	{name: "bitbucket", literals: "ATBB", body: "a32", floor: 3},
	{name: "npm", literals: "npm_", body: "a36", floor: 3.5},
	{name: "pypi", literals: "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw", body: "u50+"},
	{name: "dockerhub", literals: "dckr_pat_ dckr_oat_", body: "u27-40"},
	{name: "rubygems", literals: "rubygems_", body: "h48"},
	{name: "crates-io", literals: "cio", body: "a32", floor: 3.8, check: mixedCase},
	{name: "nuget", literals: "oy2", body: "l43", floor: 3.8},
	{name: "clojars", literals: "CLOJARS_", body: "l60"},
	{name: "openvsx", literals: "ovsxat_ ovsxp_", body: "a32-64"},
	{name: "artifactory", literals: "AKCp", body: "a69-73", floor: 3.5},
	{name: "sourcegraph", literals: "sgp_", body: "w40-64", floor: 3},
	{name: "artifactory", literals: "cmVmd", body: "a59", floor: 3.5},
	{name: "octopus", literals: "API-", body: "U26", floor: 3},
	{name: "sonar", literals: "squ_ sqp_ sqa_", body: "h40", floor: 2.5},
	{name: "circleci", literals: "CCIPAT_", body: "a22 '_' h40"},
	{name: "buildkite", literals: "bkua_ bkct_ bkpt_", body: "l40-64"},
	{name: "doppler", literals: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", body: "v40-64"},

	// Models.
	{name: "openai-project", literals: "sk-proj- sk-svcacct- sk-admin- sk-None-", body: "u40-200", floor: 3},
	{name: "openai", literals: "sk-", body: "a32-64", floor: 3.2, check: hasDigits},
	{name: "openrouter", literals: "sk-or-v1-", body: "h64"},
	{name: "anthropic", literals: "sk-ant-", body: "u40-200", floor: 3},
	{name: "huggingface", literals: "hf_ api_org_", body: "a30-40", floor: 3.2},
	{name: "groq", literals: "gsk_", body: "a48-60", floor: 3},
	{name: "elevenlabs", literals: "sk_", body: "h48", floor: 3},
	{name: "tavily", literals: "tvly-", body: "u32-48", floor: 3.5},
	{name: "xai", literals: "xai-", body: "a64-100", floor: 3},
	{name: "firecrawl", literals: "fc-", body: "h32", floor: 3},
	{name: "perplexity", literals: "pplx-", body: "a40-64", floor: 3},
	{name: "replicate", literals: "r8_", body: "a37-40", floor: 3.2},
	{name: "nvidia", literals: "nvapi-", body: "u60-70", floor: 3},
	{name: "cerebras", literals: "csk-", body: "l40-64", floor: 3},
	{name: "pinecone", literals: "pcsk_", body: "w50-80", floor: 3},
	{name: "langsmith", literals: "lsv2_pt_ lsv2_sk_", body: "h32 '_' h10"},

	// Hashes of passwords in htpasswd, shadow and LDAP files.
	{name: "password-hash", literals: "$apr1$ $2a$ $2b$ $2y$ $1$ $5$ $6$ $y$ $7$ $argon2i$ $argon2d$ " +
		"$argon2id$ $scrypt$ $pbkdf2 pbkdf2_sha {SSHA} {SHA} {SSHA256} {SSHA512} {SMD5}",
		body: "c22-256", floor: 3.5, check: hashTail},
	{name: "password-hash", literals: "SCRAM-SHA-256$ SCRAM-SHA-1$", body: "d4-6 ':' s20-64 '$' s24-64 ':' s24-64"},
	{name: "password-hash", literals: "aad3b435b51404eeaad3b435b51404ee:", body: "h32", keep: true, fold: true},
	{name: "password-hash", literals: "rpcauth=", body: "v1-40 ':' h32 '$' h64", keep: true},

	// Wallets.
	{name: "wallet-key", literals: "xprv tprv yprv zprv", body: "a100-110", floor: 4},
	{name: "minisign", literals: "RWRTY0Iy", body: "b140-300", floor: 4},
	{name: "otp-seeds", literals: "otpauth-migration://offline?data=", body: "s32+", keep: true, floor: 3},

	// Money.
	{name: "stripe", literals: "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", body: "a16-250", floor: 2.5},
	{name: "masked-in-logs", literals: "::add-mask::", body: "v8-400", floor: 2.5, keep: true},
	{name: "webhook-secret", literals: "whsec_", body: "s32-64", floor: 3},
	{name: "razorpay", literals: "rzp_live_ rzp_test_", body: "a14", floor: 2.5},
	{name: "square", literals: "sq0atp- sq0csp-", body: "u22-43", floor: 2.5},
	{name: "square-access", literals: "EAAA", body: "u60", floor: 4, check: hasDigits},
	{name: "shopify", literals: "shpat_ shpca_ shppa_ shpss_ shptka_", body: "H32"},
	{name: "flutterwave", literals: "FLWSECK- FLWSECK_TEST-", body: "l32 '-X'"},
	{name: "braintree", literals: "access_token$production$ access_token$sandbox$", body: "l16 '$' h32"},
	{name: "easypost", literals: "EZAK EZTK", body: "a54", floor: 3.5},
	{name: "shippo", literals: "shippo_live_ shippo_test_", body: "h40"},
	{name: "duffel", literals: "duffel_live_ duffel_test_", body: "u43"},
	{name: "plaid", literals: "access-production- access-sandbox- access-development-",
		body: "h8 '-' h4 '-' h4 '-' h4 '-' h12"},

	// Messages.
	{name: "slack", literals: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.", body: "v24-400",
		floor: 2.5, check: hasDigits},
	{name: "facebook", literals: "EAAC EAAM EAAE EAAG EAAB", body: "a80+", floor: 4},
	{name: "twitter", literals: "AAAAAAAAAAAAAAAAAAAAA", body: "e60-120", floor: 4},
	{name: "slack-app", literals: "xapp-", body: "u40-200", check: hasDigits},
	{name: "slack-webhook", literals: "hooks.slack.com/services/", body: "a8-12 '/' a8-12 '/' a20-48", floor: 3},
	{name: "slack-webhook", literals: "hooks.slack.com/workflows/ hooks.slack.com/triggers/", body: "b40-100"},
	{name: "discord-webhook", literals: "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
		body: "d17-20 '/' u60-80"},
	{name: "teams-webhook", literals: ".webhook.office.com/webhookb2/",
		body: "u36 '@' u36 '/IncomingWebhook/' l32 '/' u36", keep: true},
	{name: "webhook", literals: "hooks.zapier.com/hooks/catch/", body: "d5-9 '/' l6-8"},
	{name: "webhook", literals: "/IncomingWebhook/", body: "h32", keep: true},
	{name: "webhook", literals: "/hooks/", body: "l26", floor: 3.5, check: hasDigits, keep: true},
	{name: "webhook", literals: "/bot/v2/hook/ /webhook/send?key= /ping/", body: "h8 '-' h4 '-' h4 '-' h4 '-' h12",
		keep: true},
	{name: "webhook", literals: "/with/key/ /invite/ /invitation/ /reset-password/ /magic-link/", body: "u22-200",
		floor: 3.5, check: hasDigits, keep: true},
	{name: "calendar", literals: "/private-", body: "h32 '/basic.ics'", keep: true},
	{name: "node-key", literals: "infura.io/v3/", body: "h32", keep: true},
	{name: "node-key", literals: ".alchemy.com/v2/", body: "u32", floor: 3.5, keep: true},
	{name: "signed-address", literals: "signature=", body: "h64-1024", floor: 3, keep: true,
		fold: true},
	{name: "twilio", literals: "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf", body: "h31", floor: 2.5},
	{name: "sendgrid", literals: "SG.", body: "u16-32 '.' u16-64", floor: 3.5},
	{name: "mailgun", literals: "key-", body: "l32", floor: 3, check: hasDigits},
	{name: "brevo", literals: "xkeysib- xsmtpsib-", body: "h64 '-' a16"},
	{name: "resend", literals: "re_", body: "a8 '_' a22-26", floor: 3.5},

	// Work.
	{name: "linear", literals: "lin_api_ lin_oauth_", body: "a32-64"},
	{name: "notion", literals: "ntn_", body: "a40-64", floor: 3},
	{name: "notion", literals: "secret_", body: "a43", floor: 3.5, check: hasDigits},
	{name: "atlassian", literals: "ATATT3 ATCTT3", body: "s60-300", floor: 3},
	{name: "airtable", literals: "pat", body: "a14 '.' h64", floor: 3},
	{name: "mapbox", literals: "sk.eyJ", body: "u40-200 '.' u22"},
	{name: "matrix", literals: "syt_", body: "b4-80 '_' a20 '_' a6"},
	{name: "figma", literals: "figd_", body: "u40-64", floor: 3},
	{name: "hubspot", literals: "pat-na1- pat-na2- pat-eu1-", body: "H8 '-' H4 '-' H4 '-' H4 '-' H12"},
	{name: "postman", literals: "PMAK-", body: "h24 '-' h34"},
	{name: "typeform", literals: "tfp_", body: "u40-64", floor: 3},
	{name: "trello", literals: "ATTA", body: "H72", floor: 2.5},
	{name: "1password", literals: "A3-", body: "U6 '-' U6-11 '-' U5 '-' U5 '-' U5", floor: 3},
	{name: "1password", literals: "A3-", body: "U6 '-' U6 '-' U5 '-' U5 '-' U5 '-' U5", floor: 3},
	{name: "1password", literals: "ops_eyJ", body: "s200+", floor: 3.5},
	{name: "adobe", literals: "p8e-", body: "l32", floor: 3},
	{name: "dropbox", literals: "sl.", body: "v100+", floor: 4},
	{name: "contentful", literals: "CFPAT-", body: "u43"},
	{name: "intra42", literals: "s-s4t2ud- s-s4t2af-", body: "h64"},
	{name: "readme", literals: "rdme_", body: "l70"},
	{name: "frameio", literals: "fio-u-", body: "u64"},

	// Operations.
	{name: "vault-token", literals: "hvs. hvb. hvr.", body: "u24-300", floor: 3},
	{name: "databricks", literals: "dapi", body: "h32", floor: 2.5},
	{name: "sentry", literals: "sntryu_", body: "h64"},
	{name: "sentry", literals: "sntrys_", body: "s60-400"},
	{name: "newrelic", literals: "NRAK-", body: "U27"},
	{name: "newrelic", literals: "NRAA-", body: "h27", floor: 3},
	{name: "newrelic", literals: "NRJS-", body: "h19"},
	{name: "newrelic", literals: "NRII-", body: "u32"},
	{name: "grafana", literals: "eyJrIjoi", body: "s70-400", floor: 3.5},
	{name: "harness", literals: "pat. sat.", body: "u22 '.' a24 '.' a20", floor: 3.5},
	{name: "defined", literals: "dnkey-", body: "u26 '-' u52", floor: 3.5},
	{name: "clickhouse", literals: "4b1d", body: "a38", floor: 3.8, check: mixedCase},
	{name: "settlemint", literals: "sm_aat_ sm_pat_ sm_sat_", body: "a16", floor: 3},
	{name: "grafana", literals: "glsa_", body: "a32 '_' H8"},
	{name: "grafana", literals: "glc_eyJ", body: "s32-400", floor: 3},
	{name: "dynatrace", literals: "dt0c01.", body: "U24 '.' U64"},
	{name: "pulumi", literals: "pul-", body: "h40", floor: 2.5},
	{name: "planetscale", literals: "pscale_tkn_ pscale_pw_ pscale_oauth_", body: "v32-64"},
	{name: "supabase", literals: "sbp_", body: "h40", floor: 2.5},
	{name: "supabase", literals: "sb_secret_", body: "u30-44"},
	{name: "prefect", literals: "pnu_ pnb_", body: "a36", floor: 3.2},
	{name: "tailscale", literals: "tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook-", body: "u20-80"},
	{name: "openshift", literals: "sha256~", body: "u43", floor: 3.5},
	{name: "neon", literals: "napi_", body: "l60-70", floor: 3},
	{name: "mongodb-atlas", literals: "mdb_sa_sk_", body: "u40-48"},
	{name: "swarm", literals: "SWMTKN-1-", body: "l49-51 '-' l25"},
	{name: "rancher", literals: "kubeconfig-u- kubeconfig-user-", body: "l5 ':' l54"},
	{name: "akamai", literals: "akab-", body: "l16 '-' l16", floor: 3},
	{name: "infracost", literals: "ico-", body: "a32", floor: 3.5},
	{name: "deno", literals: "ddp_ ddo_", body: "a36", floor: 3.2},
	{name: "adafruit", literals: "aio_", body: "a28", floor: 3.5},
	{name: "launchdarkly", literals: "sdk-", body: "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
	{name: "riot", literals: "RGAPI-", body: "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
	{name: "woocommerce", literals: "ck_ cs_", body: "h40", floor: 2.5},

	{name: "telegram", before: "d8-10", literals: ":AA", body: "u32-33", floor: 3},
	{name: "terraform-cloud", before: "a14", literals: ".atlasv1.", body: "s60-80", floor: 3},
	{name: "azure-client-secret", before: "z3", literals: "8Q~ 7Q~", body: "z31-34", floor: 3},
	{name: "azure-key", before: "a52", literals: "JQQJ99", body: "a26", floor: 3},
	{name: "azure-devops", before: "a52-76", literals: "AZDO", body: "a4-10", floor: 3},
	{name: "mailchimp", before: "h32", literals: "-us", body: "d1-2", floor: 3},
	{name: "newrelic", before: "h32-36", literals: "NRAL", body: "A0", floor: 3},
	{name: "age-key", literals: "age-secret-key-1", body: "a58", floor: 3.5, fold: true},
	{name: "nostr-key", literals: "nsec1", body: "l58", floor: 3.5},
}

func hasDigits(token string) bool {
	return shapeOf(token).digit >= 3
}

// hashTail reports whether the last part of a hash, behind its parameters and salt, is
// long and varied.
func hashTail(token string) bool {
	h := shapeOf(token[strings.LastIndexAny(token, "$}")+1:])
	return h.lower+h.upper+h.digit+h.symbol >= 21 && h.lower > 2 && h.upper > 2
}

func mixedCase(token string) bool {
	h := shapeOf(token)
	return h.digit >= 2 && h.upper >= 2 && h.lower >= 6
}
