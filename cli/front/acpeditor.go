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

// files are what the client offers of files.
func (s *acpServer) files() acp.FileSystemCapabilities {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client.Fs
}

// Text implements tools.Editor.
func (e editor) Text(ctx context.Context, name string) (string, error) {
	if !e.session.server.files().ReadTextFile {
		return "", tools.ErrNoEditor
	}
	ctx, cancel := e.session.server.within(ctx)
	defer cancel()
	got, err := acp.SendRequest[acp.ReadTextFileResponse](e.session.server.conn, ctx, acp.ClientMethodFsReadTextFile,
		acp.ReadTextFileRequest{SessionId: e.session.id, Path: name})
	return got.Content, err
}

// Save implements tools.Editor.
func (e editor) Save(ctx context.Context, name, text string) error {
	if !e.session.server.files().WriteTextFile {
		return tools.ErrNoEditor
	}
	ctx, cancel := e.session.server.within(ctx)
	defer cancel()
	_, err := acp.SendRequest[acp.WriteTextFileResponse](e.session.server.conn, ctx, acp.ClientMethodFsWriteTextFile,
		acp.WriteTextFileRequest{SessionId: e.session.id, Path: name, Content: text})
	return err
}

// within bounds a request to the client, which ends with the client too.
func (s *acpServer) within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(ctx, editorTime)
	stop := context.AfterFunc(s.gone, cancel)
	return ctx, func() { stop(); cancel() }
}
