package credential

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"sync"
	"time"
)

// authority vouches for the gateway of one command, to that command's git. Its key never leaves the process.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority() (*authority, error) {
	a := &authority{}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "pp, for one command"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key)
	if err == nil {
		a.cert, err = x509.ParseCertificate(der)
	}
	return a, err
}

// bundle is the authority's certificate and those that the machine trusts, for hosts that git is sent on to.
func (a *authority) bundle() []byte {
	out := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
	for _, name := range [...]string{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
		"/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"} {
		if text, err := os.ReadFile(name); err == nil {
			return append(out, text...)
		}
	}
	return out
}

// config is that of a server which passes for one host.
func (a *authority) config(host string) *tls.Config {
	issue := sync.OnceValues(func() (*tls.Certificate, error) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return nil, err
		}
		template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host},
			NotBefore: time.Unix(0, 0), NotAfter: a.cert.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature,
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = []net.IP{ip}
		} else {
			template.DNSNames = []string{host}
		}
		der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
		return &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: key}, err
	})
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return issue() }}
}

// queue is a listener of connections that were made elsewhere.
type queue struct {
	conns chan net.Conn
	ended chan struct{}
	once  sync.Once
	at    net.Addr
}

var errEnded = errors.New("the gateway has ended")

func newQueue(at net.Addr) *queue {
	return &queue{conns: make(chan net.Conn), ended: make(chan struct{}), at: at}
}

func (q *queue) put(c net.Conn) {
	select {
	case q.conns <- c:
	case <-q.ended:
		c.Close()
	}
}

// Accept implements net.Listener.
func (q *queue) Accept() (net.Conn, error) {
	select {
	case c := <-q.conns:
		return c, nil
	case <-q.ended:
		return nil, errEnded
	}
}

// Close implements net.Listener.
func (q *queue) Close() error {
	q.once.Do(func() { close(q.ended) })
	return nil
}

// Addr implements net.Listener.
func (q *queue) Addr() net.Addr { return q.at }
