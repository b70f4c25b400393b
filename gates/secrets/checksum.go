package secrets

import (
	"hash/crc32"
	"strings"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// crcBase62 is the checksum that GitHub and npm append to a token's random
// part: CRC-32 (IEEE) in six base62 digits.
func crcBase62(random string) string {
	sum := crc32.ChecksumIEEE([]byte(random))
	var out [6]byte
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out[:])
}

// crcToken reports whether a token's last six characters are the checksum of
// what stands between its prefix and them.
func crcToken(token string) bool {
	body := token[strings.IndexByte(token, '_')+1:]
	if len(body) <= 6 {
		return false
	}
	n := len(body) - 6
	return crcBase62(body[:n]) == body[n:]
}

const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// bech32Sum computes the six checksum digits of BIP 173 for a lower-case
// prefix and data digits.
func bech32Sum(prefix, data string) string {
	sum := uint32(1)
	step := func(v uint32) {
		top := sum >> 25
		sum = sum&0x1ffffff<<5 ^ v
		for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	for i := range len(prefix) {
		step(uint32(prefix[i] >> 5))
	}
	step(0)
	for i := range len(prefix) {
		step(uint32(prefix[i] & 31))
	}
	for i := range len(data) {
		step(uint32(strings.IndexByte(bech32Digits, data[i])))
	}
	for range 6 {
		step(0)
	}
	sum ^= 1
	out := make([]byte, 6)
	for i := range out {
		out[i] = bech32Digits[sum>>(5*(5-i))&31]
	}
	return string(out)
}

// bech32Token reports whether a token is valid Bech32 in one case.
func bech32Token(token string) bool {
	low := strings.ToLower(token)
	if token != low && token != strings.ToUpper(token) {
		return false
	}
	cut := strings.LastIndexByte(low, '1')
	if cut < 1 || len(low)-cut-1 <= 6 {
		return false
	}
	data := low[cut+1:]
	if strings.Trim(data, bech32Digits) != "" {
		return false
	}
	n := len(data) - 6
	return bech32Sum(low[:cut], data[:n]) == data[n:]
}
