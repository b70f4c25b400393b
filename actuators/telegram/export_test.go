package telegram

// Read is read, for the fuzz test.
var Read = read
