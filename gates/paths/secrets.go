package paths

// keyStores are how the names of files end that hold a private key, or a store of them.
var keyStores = [...]string{".pem", ".key", ".p12", ".pfx", ".pkcs12", ".jks", ".keystore", ".kdbx", ".kdb", ".ppk",
	".p8", ".pk8", ".jceks", ".bks", ".keytab", ".psafe3", ".enpassdbx"}

// publicWords in the name of a .pem or .key say that it is a public one.
var publicWords = [...]string{"public", "pub.", "cert", "chain", "ca.", "ca-", "bundle", "root.", "csr", "crt",
	"dhparam"}

// sampleWords mark a template without real values.
var sampleWords = [...]string{"example", "examples", "sample", "samples", "template", "dist", "tmpl", "tpl",
	"defaults", "schema"}

// backups are what editors and people add to the name of a copy, which holds what the original did.
var backups = [...]string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy"}
