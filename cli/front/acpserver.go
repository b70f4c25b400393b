package front

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/coder/acp-go-sdk"

	"pp/cli/command"
	"pp/cli/exit"
	store "pp/engine/session"
)

// acpServer serves one client.
type acpServer struct {
	app  command.App
	conn *acp.Connection
	wire *wire
	ctx  context.Context // of the process
	gone context.Context // ends when nobody can answer any more

	mu       sync.Mutex
	client   acp.ClientCapabilities
	sessions map[acp.SessionId]*session
}

// maxSessions is how many conversations are open at once.
const maxSessions = 100

// runACP serves the client of an app until its input ends and every request has an answer.
func runACP(ctx context.Context, a command.App) error {
	if a.System.Stdin == nil {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	gone, nobody := context.WithCancel(context.Background())
	defer nobody()
	s := &acpServer{app: a, ctx: ctx, gone: gone, sessions: map[acp.SessionId]*session{}}
	w := newWire(a.System.Stdin, a.System.Stdout)
	begin := make(chan struct{})
	w.begin, w.ended = begin, nobody
	w.gone = func(err error) { cancel(fmt.Errorf("%w: %w", exit.ErrTerminated, err)) }
	w.opened = func(id string) { go s.introduce(acp.SessionId(id)) }
	s.wire = w
	s.conn = acp.NewConnection(s.handle, w, w)
	s.conn.SetLogger(slog.New(slog.DiscardHandler)) // it would log what a client sends
	close(begin)
	return untilEnded(ctx, func() error {
		select {
		case <-s.conn.Done():
		case <-ctx.Done():
		}
		s.closeAll()
		return w.broken
	})
}

// handle does what one message asks for. It implements acp.MethodHandler.
func (s *acpServer) handle(ctx context.Context, method string, params json.RawMessage) (result any,
	_ *acp.RequestError) {
	var err error
	begun := sync.OnceFunc(s.wire.begun)
	defer begun()
	switch method {
	case acp.AgentMethodSessionPrompt:
		result, err = call(ctx, params, func(ctx context.Context, p acp.PromptRequest) (any, error) {
			return s.prompt(ctx, p, begun)
		})
	case acp.AgentMethodInitialize: // what comes after it finds it done
		result, err = call(ctx, params, s.initialize)
	case acp.AgentMethodSessionCancel: // so too
		result, err = call(ctx, params, s.cancel)
	default:
		begun()
		result, err = s.answer(ctx, method, params)
	}
	return result, errorOf(err)
}

// answer answers every other request.
func (s *acpServer) answer(ctx context.Context, method string, params json.RawMessage) (any, error) {
	switch method {
	case acp.AgentMethodAuthenticate:
		return call(ctx, params, s.authenticate)
	case acp.AgentMethodSessionNew:
		return call(ctx, params, s.newSession)
	case acp.AgentMethodSessionLoad:
		return call(ctx, params, s.loadSession)
	case acp.AgentMethodSessionResume:
		return call(ctx, params, s.resumeSession)
	case acp.AgentMethodSessionList:
		return call(ctx, params, s.listSessions)
	case acp.AgentMethodSessionClose:
		return call(ctx, params, s.closeSession)
	case acp.AgentMethodSessionSetMode:
		return call(ctx, params, s.setMode)
	case acp.AgentMethodSessionSetModel:
		return call(ctx, params, s.setModel)
	case acp.AgentMethodSessionSetConfigOption:
		return call(ctx, params, s.setOption)
	}
	return nil, acp.NewMethodNotFound(method)
}

// call reads the parameters of a request, and has it answered.
func call[P any](ctx context.Context, params json.RawMessage, do func(context.Context, P) (any, error)) (any, error) {
	var p P
	if len(params) == 0 {
		params = json.RawMessage("{}")
	}
	err := json.Unmarshal(params, &p)
	if v, ok := any(&p).(interface{ Validate() error }); ok && err == nil {
		err = v.Validate()
	}
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		return nil, invalid("the parameters are wrong: %s is no place for %s", cmp.Or(wrong.Field, "params"), wrong.Value)
	}
	if err != nil {
		return nil, invalid("the parameters are wrong: %v", err)
	}
	return do(ctx, p)
}

// invalid is the error of parameters that mean nothing.
func invalid(format string, args ...any) error {
	return &acp.RequestError{Code: codeParams, Message: fmt.Sprintf(format, args...)}
}

// errorOf is an error as the client is told of it: what is wrong, and what to do.
func errorOf(err error) *acp.RequestError {
	if err == nil {
		return nil
	}
	if told := new(acp.RequestError); errors.As(err, &told) {
		return told
	}
	f := exit.Classify(err)
	told := &acp.RequestError{Code: codeFailed, Message: f.Message()}
	switch {
	case errors.Is(err, store.ErrNoSession): // which a client takes for a reason to begin another
		told.Code = codeNowhere
	case f.Code == exit.Usage || f.Code == exit.Data:
		told.Code = codeParams
	}
	data := map[string]any{"kind": f.Kind, "exitCode": f.Code}
	if f.Hint != "" {
		told.Message += " (" + f.Hint + ")"
		data["hint"] = f.Hint
	}
	told.Data = data
	return told
}

// initialize says what pp is able to do, and notes what the client is.
func (s *acpServer) initialize(_ context.Context, p acp.InitializeRequest) (any, error) {
	s.mu.Lock()
	s.client = p.ClientCapabilities
	s.mu.Unlock()
	return acp.InitializeResponse{ProtocolVersion: acp.ProtocolVersionNumber, AuthMethods: []acp.AuthMethod{},
		AgentInfo: &acp.Implementation{Name: "pp", Title: acp.Ptr("pp"), Version: command.BuildOf(s.app.System).Version},
		AgentCapabilities: acp.AgentCapabilities{LoadSession: true,
			PromptCapabilities: acp.PromptCapabilities{Image: true, EmbeddedContext: true},
			SessionCapabilities: acp.SessionCapabilities{
				AdditionalDirectories: &acp.SessionAdditionalDirectoriesCapabilities{},
				Close:                 &acp.SessionCloseCapabilities{}, List: &acp.SessionListCapabilities{},
				Resume: &acp.SessionResumeCapabilities{}}}}, nil
}

// authenticate is never needed: keys are configured.
func (s *acpServer) authenticate(context.Context, acp.AuthenticateRequest) (any, error) {
	return nil, invalid("pp has no way to authenticate; `pp config key` keeps a provider's key")
}

// find is an open session.
func (s *acpServer) find(id acp.SessionId) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.sessions[id]; t != nil {
		return t, nil
	}
	return nil, &acp.RequestError{Code: codeNowhere, Message: "there is no open session of that id; load it, or begin one"}
}

// cancel ends what is being done in a session, and drops what waits behind it.
func (s *acpServer) cancel(_ context.Context, p acp.CancelNotification) (any, error) {
	t, err := s.find(p.SessionId)
	if err == nil {
		t.interrupt(exit.ErrInterrupted)
	}
	return nil, err
}

// closeAll ends every session. What is being done has ended by itself, or ends with the process.
func (s *acpServer) closeAll() {
	s.mu.Lock()
	var open []*session
	for id, t := range s.sessions {
		open = append(open, t)
		delete(s.sessions, id)
	}
	s.mu.Unlock()
	for _, t := range open {
		if s.ctx.Err() != nil {
			t.interrupt(context.Cause(s.ctx))
		}
		t.close()
	}
}
