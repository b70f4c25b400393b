package front

import (
	"context"
	"time"

	"github.com/coder/acp-go-sdk"

	"pp/actuators/tools"
)

// editorTime bounds what an editor takes to give or take a file.
const editorTime = 30 * time.Second

// editor is the client as the place where the person edits files. It implements tools.Editor.
type editor struct{ session *session }

// Text implements tools.Editor.
func (e editor) Text(ctx context.Context, name string) (string, error) {
	got, err := request[acp.ReadTextFileResponse](ctx, e, acp.ClientMethodFsReadTextFile,
		func(able acp.FileSystemCapabilities) bool { return able.ReadTextFile },
		acp.ReadTextFileRequest{SessionId: e.session.id, Path: name})
	return got.Content, err
}

// Save implements tools.Editor.
func (e editor) Save(ctx context.Context, name, text string) error {
	_, err := request[acp.WriteTextFileResponse](ctx, e, acp.ClientMethodFsWriteTextFile,
		func(able acp.FileSystemCapabilities) bool { return able.WriteTextFile },
		acp.WriteTextFileRequest{SessionId: e.session.id, Path: name, Content: text})
	return err
}

// request asks the client to read or write a file, if the client supports that. It ends when the client ends.
func request[T any](ctx context.Context, e editor, method string, is func(acp.FileSystemCapabilities) bool,
	params any) (none T, _ error) {
	s := e.session.server
	s.mu.Lock()
	able := s.client.Fs
	s.mu.Unlock()
	if !is(able) {
		return none, tools.ErrNoEditor
	}
	ctx, cancel := context.WithTimeout(ctx, editorTime)
	defer cancel()
	defer context.AfterFunc(s.gone, cancel)()
	return acp.SendRequest[T](s.conn, ctx, method, params)
}
