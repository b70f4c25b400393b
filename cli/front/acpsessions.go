package front

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coder/acp-go-sdk"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// The modes of a session.
const (
	modeAsk         acp.SessionModeId = "ask"
	modeAcceptEdits acp.SessionModeId = "accept-edits"
)

func (s *acpServer) newSession(_ context.Context, p acp.NewSessionRequest) (any, error) {
	t, err := s.opened(place{p.Cwd, p.AdditionalDirectories}, "", false, p.McpServers)
	if err != nil {
		return nil, err
	}
	return acp.NewSessionResponse{SessionId: t.id, Modes: t.modes(), Models: t.models(), ConfigOptions: t.options()}, nil
}

// loadSession opens a conversation again, and tells the client all that was said in it.
func (s *acpServer) loadSession(_ context.Context, p acp.LoadSessionRequest) (any, error) {
	t, err := s.opened(place{p.Cwd, p.AdditionalDirectories}, string(p.SessionId), true, p.McpServers)
	if err != nil {
		return nil, err
	}
	return acp.LoadSessionResponse{Modes: t.modes(), Models: t.models(), ConfigOptions: t.options()}, nil
}

// resumeSession is loadSession for a client that knows what was said.
func (s *acpServer) resumeSession(_ context.Context, p acp.ResumeSessionRequest) (any, error) {
	t, err := s.opened(place{p.Cwd, p.AdditionalDirectories}, string(p.SessionId), false, p.McpServers)
	if err != nil {
		return nil, err
	}
	return acp.ResumeSessionResponse{Modes: t.modes(), Models: t.models(), ConfigOptions: t.options()}, nil
}

// opened opens a conversation for a client that has servers of its own. It is told of a new one by the answer.
func (s *acpServer) opened(at place, resume string, replay bool, servers []acp.McpServer) (*session, error) {
	t, err := s.open(at, resume)
	if err != nil {
		return nil, err
	}
	if resume != "" {
		s.introduce(t.id)
	}
	if replay {
		t.replay()
	}
	t.unused(servers)
	return t, nil
}

// unused says which of a client's own servers have no part in a conversation: those that the person has not configured,
// who alone grants a server anything. One with the same command or address as the person's is that one.
func (t *session) unused(servers []acp.McpServer) {
	var names []string
	for _, s := range servers {
		name, is := "", func(setup.Server) bool { return false }
		switch {
		case s.Stdio != nil:
			name, is = s.Stdio.Name, func(o setup.Server) bool {
				return filepath.Base(o.Command) == filepath.Base(s.Stdio.Command) && slices.Equal(o.Args, s.Stdio.Args)
			}
		case s.Http != nil:
			name, is = s.Http.Name, func(o setup.Server) bool { return o.URL == s.Http.Url }
		case s.Sse != nil:
			name = s.Sse.Name
		}
		if !slices.ContainsFunc(t.talk.Agent.Servers.List, is) {
			names = append(names, t.strict(name))
		}
	}
	if len(names) > 0 {
		t.talk.App.Out.Note("note", "not used here are the editor's MCP servers "+strings.Join(names, ", ")+
			", which nobody has looked at: write them to [mcp.NAME] of `pp config edit`, then `pp mcp review NAME`")
	}
}

// replay tells the client what was said in a conversation, and what was done.
func (t *session) replay() {
	turns := t.talk.Agent.Records.Session.Turns()
	failed := map[string]bool{}
	for _, turn := range turns {
		if turn.Role == engine.RoleTool {
			failed[turn.Answers] = turn.Failed || turn.Denied
		}
	}
	for i, turn := range turns {
		switch {
		case turn.Role == engine.RoleUser && turn.Origin == engine.OriginPerson:
			t.update(acp.UpdateUserMessageText(t.text(turn.Text)))
		case turn.Role == engine.RoleAssistant && turn.Text != "":
			t.update(acp.UpdateAgentMessageText(t.text(turn.Text)))
		}
		for j, c := range turn.Calls {
			status := acp.ToolCallStatusCompleted
			if bad, answered := failed[c.ID]; bad || !answered {
				status = acp.ToolCallStatusFailed
			}
			t.update(acp.StartToolCall(acp.ToolCallId(fmt.Sprintf("past-%d-%d", i, j)), t.text(c.Tool),
				acp.WithStartKind(kindOf(strings.ToLower(c.Tool))), acp.WithStartStatus(status)))
		}
	}
}

// listSessions lists the conversations, the newest first, a part at a time.
func (s *acpServer) listSessions(_ context.Context, p acp.ListSessionsRequest) (any, error) {
	from := 0
	if p.Cursor != nil {
		var err error
		if from, err = strconv.Atoi(*p.Cursor); err != nil || from < 0 {
			return nil, invalid("the cursor is none of ours")
		}
	}
	where, err := setup.Here(s.app.System, s.app.Options)
	if err != nil {
		return nil, err
	}
	if p.Cwd != nil {
		dir, err := directory(*p.Cwd)
		if err != nil {
			return nil, err
		}
		where = setup.At(dir, where.Home)
	}
	settings, err := setup.Load(s.app.System, s.app.Options, where)
	if err != nil {
		return nil, err
	}
	dir, kept := settings.Sessions()
	if !kept {
		return nil, exit.NoPlace("conversations")
	}
	list, _ := dir.List() // what cannot be read is not listed
	found := []acp.SessionInfo{}
	for _, i := range list {
		cwd := i.Workspace
		if p.Cwd != nil && cwd != approval.PlaceOf(where.Workspace, where.Dir) || !filepath.IsAbs(cwd) { // that of a job
			continue
		}
		found = append(found, acp.SessionInfo{SessionId: acp.SessionId(i.ID), Cwd: cwd,
			Title:     acp.Ptr(strings.ToValidUTF8(settings.Redactor.Redact(i.Title), "\uFFFD")),
			UpdatedAt: acp.Ptr(i.Last.UTC().Format(time.RFC3339))})
	}
	out := acp.ListSessionsResponse{Sessions: found[min(from, len(found)):]}
	if len(out.Sessions) > command.NewestShown {
		out.Sessions = out.Sessions[:command.NewestShown]
		out.NextCursor = acp.Ptr(strconv.Itoa(from + command.NewestShown))
	}
	return out, nil
}

func (s *acpServer) closeSession(_ context.Context, p acp.CloseSessionRequest) (any, error) {
	t, err := s.find(p.SessionId)
	if err != nil {
		return nil, err
	}
	t.interrupt(exit.ErrInterrupted)
	t.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, p.SessionId)
	return acp.CloseSessionResponse{}, nil
}

// modes are those that a session may be in.
func (t *session) modes() *acp.SessionModeState {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &acp.SessionModeState{CurrentModeId: t.mode, AvailableModes: []acp.SessionMode{
		{Id: modeAsk, Name: "Ask", Description: acp.Ptr("the person is asked where the gates cannot decide")},
		{Id: modeAcceptEdits, Name: "Accept edits",
			Description: acp.Ptr("ordinary edits in the workspace are made without asking")}}}
}

func (s *acpServer) setMode(_ context.Context, p acp.SetSessionModeRequest) (any, error) {
	t, err := s.find(p.SessionId)
	if err != nil {
		return nil, err
	}
	if err := t.turnTo(p.ModeId); err != nil {
		return nil, err
	}
	t.update(acp.SessionUpdate{ConfigOptionUpdate: &acp.SessionConfigOptionUpdate{ConfigOptions: t.options()}})
	return acp.SetSessionModeResponse{}, nil
}

// turnTo changes the mode, from the next time on that a model is asked.
func (t *session) turnTo(mode acp.SessionModeId) error {
	if mode != modeAsk && mode != modeAcceptEdits {
		return invalid("there is no mode %q; there are %s and %s", mode, modeAsk, modeAcceptEdits)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mode = mode
	return nil
}

// obeyMode has the agent act in the mode that was chosen. It is called where nothing is judged.
func (t *session) obeyMode() {
	t.mu.Lock()
	accept := t.mode == modeAcceptEdits
	t.mu.Unlock()
	t.talk.Agent.Judge.AcceptEdits = accept
}

// models are those that may be asked: what the configuration names, without asking any server what it has.
func (t *session) models() *acp.SessionModelState {
	set := t.talk.Agent.Providers
	names := set.Asked()
	state := &acp.SessionModelState{}
	if len(names) > 0 {
		state.CurrentModelId = acp.ModelId(names[0])
	}
	for _, p := range set.List() {
		if p.Model != "" {
			names = append(names, p.Name+"/"+p.Model)
		}
	}
	names = append(names, slices.Sorted(maps.Keys(t.talk.Agent.Settings.Config.Aliases))...)
	for i, name := range names {
		if !slices.Contains(names[:i], name) {
			state.AvailableModels = append(state.AvailableModels, acp.ModelInfo{ModelId: acp.ModelId(name), Name: name})
		}
	}
	return state
}

func (s *acpServer) setModel(ctx context.Context, p acp.UnstableSetSessionModelRequest) (any, error) {
	t, err := s.find(p.SessionId)
	if err != nil {
		return nil, err
	}
	return acp.UnstableSetSessionModelResponse{}, t.ask(ctx, string(p.ModelId))
}

// ask has a model asked from now on, once what is being done has ended.
func (t *session) ask(ctx context.Context, model string) error {
	_, wait, leave, err := t.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := wait(); err != nil {
		return err
	}
	set := t.talk.Agent.Providers
	return t.talk.Agent.SwitchProviders(t.talk.Loop, func() error {
		if _, is := set.Settings.Config.Providers[model]; is { // with its own choice
			set.Order = []string{model}
			return nil
		}
		return set.SwitchModel(model)
	})
}

// The options of a session.
const (
	optionMode    = "mode"
	optionModel   = "model"
	categoryMode  = acp.SessionConfigOptionCategory(optionMode)
	categoryModel = acp.SessionConfigOptionCategory(optionModel)
)

// options are the mode and the model, as a client that knows no modes and models takes them.
func (t *session) options() []acp.SessionConfigOption {
	var modes, models acp.SessionConfigSelectOptionsUngrouped
	m, all := t.modes(), t.models()
	for _, mode := range m.AvailableModes {
		modes = append(modes, acp.SessionConfigSelectOption{Name: mode.Name, Description: mode.Description,
			Value: acp.SessionConfigValueId(mode.Id)})
	}
	for _, model := range all.AvailableModels {
		models = append(models, acp.SessionConfigSelectOption{Name: model.Name,
			Value: acp.SessionConfigValueId(model.ModelId)})
	}
	mode := acp.NewSessionConfigOptionSelect(acp.SessionConfigValueId(m.CurrentModeId),
		acp.SessionConfigSelectOptions{Ungrouped: &modes})
	model := acp.NewSessionConfigOptionSelect(acp.SessionConfigValueId(all.CurrentModelId),
		acp.SessionConfigSelectOptions{Ungrouped: &models})
	mode.Select.Id, mode.Select.Name, mode.Select.Category = optionMode, "Mode", acp.Ptr(categoryMode)
	model.Select.Id, model.Select.Name, model.Select.Category = optionModel, "Model", acp.Ptr(categoryModel)
	return []acp.SessionConfigOption{mode, model}
}

func (s *acpServer) setOption(ctx context.Context, p acp.SetSessionConfigOptionRequest) (any, error) {
	if p.ValueId == nil {
		return nil, invalid("the option has no value that is a text")
	}
	t, err := s.find(p.ValueId.SessionId)
	if err != nil {
		return nil, err
	}
	switch value := string(p.ValueId.Value); p.ValueId.ConfigId {
	case optionMode:
		err = t.turnTo(acp.SessionModeId(value))
		if err == nil {
			t.update(acp.SessionUpdate{CurrentModeUpdate: &acp.SessionCurrentModeUpdate{
				CurrentModeId: acp.SessionModeId(value)}})
		}
	case optionModel:
		err = t.ask(ctx, value)
	default:
		err = invalid("there is no option %q", p.ValueId.ConfigId)
	}
	return acp.SetSessionConfigOptionResponse{ConfigOptions: t.options()}, err
}
