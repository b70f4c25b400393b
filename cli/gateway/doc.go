// Package gateway lets people write to pp from a messenger: who may, what each message
// comes to, and what is answered, each message once.
//
// It must never act on anything but a message or a button of a person on the allow list, in
// that person's own private chat; never answer a message twice that is recorded, and never
// repeat a message that may have been sent. It knows no messenger: packages telegram and signal
// below actuators do.
//
// Start reading at [Gateway.Run], then [Messenger] and [Talker].
package gateway
