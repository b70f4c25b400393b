package providertest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Server answers each request with the next step of a script, the last step
// again and again.
type Server struct {
	tb     testing.TB
	ln     net.Listener
	script []Step
	done   chan struct{}
	wait   sync.WaitGroup

	mu    sync.Mutex
	seen  []Request
	conns map[net.Conn]bool
}

// Request is what the server was sent.
type Request struct {
	Method, Path string
	Header       http.Header
	Body         []byte
}

// Step answers one request. It may leave the connection in any state.
type Step func(c *Conn)

// Conn is the connection of one request.
type Conn struct {
	net.Conn
	Request Request
	done    <-chan struct{}
}

// Serve starts a server that ends with the test.
func Serve(tb testing.TB, script ...Step) *Server {
	tb.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	s := &Server{tb: tb, ln: ln, script: script, done: make(chan struct{}), conns: map[net.Conn]bool{}}
	s.wait.Go(s.accept)
	tb.Cleanup(s.Close)
	return s
}

// Addr is the server's "host:port".
func (s *Server) Addr() string { return s.ln.Addr().String() }

// URL is the server's address.
func (s *Server) URL() string { return "http://" + s.Addr() }

// Requests are those that were read so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.seen...)
}

// Close ends the server and every connection, and waits until nothing of it runs.
func (s *Server) Close() {
	s.mu.Lock()
	select {
	case <-s.done:
	default:
		close(s.done)
	}
	for c := range s.conns {
		_ = c.Close()
	}
	s.mu.Unlock()
	_ = s.ln.Close()
	s.wait.Wait()
}

func (s *Server) accept() {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns[conn] = true
		s.mu.Unlock()
		s.wait.Go(func() {
			defer func() {
				_ = conn.Close()
				s.mu.Lock()
				delete(s.conns, conn)
				s.mu.Unlock()
			}()
			s.serve(conn)
		})
	}
}

func (s *Server) serve(conn net.Conn) {
	defer time.AfterFunc(20*time.Second, func() { _ = conn.Close() }).Stop()
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	body, err := io.ReadAll(io.LimitReader(req.Body, 32<<20))
	if err != nil {
		return
	}
	r := Request{Method: req.Method, Path: req.URL.RequestURI(), Header: req.Header, Body: body}
	s.mu.Lock()
	step := s.script[min(len(s.seen), len(s.script)-1)]
	s.seen = append(s.seen, r)
	s.mu.Unlock()
	step(&Conn{Conn: conn, Request: r, done: s.done})
}

// Head writes the status and headers of a response that ends with the connection.
func (c *Conn) Head(status int, header ...string) {
	fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nConnection: close\r\n", status, http.StatusText(status))
	for _, h := range header {
		fmt.Fprintf(c, "%s\r\n", h)
	}
	fmt.Fprint(c, "\r\n")
}

// Hang keeps the connection open and silent.
func (c *Conn) Hang() {
	buf := make([]byte, 1)
	go func() { // ends with the connection
		<-c.done
		_ = c.Close()
	}()
	_, _ = c.Read(buf)
}

// Reset ends the connection the hard way.
func (c *Conn) Reset() {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// Respond is a step that gives a whole response.
func Respond(status int, body []byte, header ...string) Step {
	return func(c *Conn) {
		c.Head(status, header...)
		_, _ = c.Write(body)
	}
}

// InChunks is a step that gives a body in HTTP chunks of n bytes, so that every
// reader sees it cut there.
func InChunks(n int, contentType string, body []byte) Step {
	return func(c *Conn) {
		c.Head(200, "Content-Type: "+contentType, "Transfer-Encoding: chunked")
		for rest := body; len(rest) > 0; {
			k := min(n, len(rest))
			fmt.Fprintf(c, "%x\r\n%s\r\n", k, rest[:k])
			rest = rest[k:]
		}
		fmt.Fprint(c, "0\r\n\r\n")
	}
}

// Partly is a step that gives the beginning of a response, and then does end.
func Partly(contentType string, body []byte, end func(*Conn)) Step {
	return func(c *Conn) {
		c.Head(200, "Content-Type: "+contentType)
		_, _ = c.Write(body)
		end(c)
	}
}

// Endless is a step that repeats a piece of a body until the client has enough.
func Endless(contentType string, head, piece []byte) Step {
	return func(c *Conn) {
		c.Head(200, "Content-Type: "+contentType)
		_, err := c.Write(head)
		for err == nil {
			_, err = c.Write(piece)
		}
	}
}
