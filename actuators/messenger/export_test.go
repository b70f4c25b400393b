package messenger

// ReadTelegram is readTelegram.
var ReadTelegram = readTelegram
