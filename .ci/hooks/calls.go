package main

// The calls that are recorded of each agent.
const (
	claudeCalls = `
Bash {"command":"echo hello","description":"Say hello"}
Bash {"command":"sleep 0","run_in_background":true,"timeout":5000}
Read {"file_path":"$WORK/notes.txt","offset":1,"limit":10}
Write {"file_path":"$WORK/new.txt","content":"text\n"}
Edit {"file_path":"$WORK/notes.txt","old_string":"alpha","new_string":"beta"}
Glob {"pattern":"*.txt"}
Grep {"pattern":"alpha","path":"$WORK"}
WebFetch {"url":"https://example.com/page","prompt":"What is it?"}
WebSearch {"query":"pp agent"}
Read {"file_path":"$WORK/n.ipynb"}
NotebookEdit {"notebook_path":"$WORK/n.ipynb","new_source":"1","cell_type":"code","edit_mode":"insert"}
Bash {"command":"echo hello","dangerouslyDisableSandbox":true}
ToolSearch {"query":"select:Monitor,TaskCreate,CronCreate,EnterWorktree,mcp__notes__add_note","max_results":5}
Monitor {"command":"echo hello","description":"watch","timeout_ms":1000,"persistent":false}
TaskCreate {"subject":"a","description":"b","activeForm":"c"}
Skill {"skill":"debug"}
ListAgents {}
mcp__notes__add_note {"text":"a note"}
ScheduleWakeup {"delaySeconds":60,"reason":"look again","prompt":"look"}
Workflow {"script":"export const meta = {name: 'x', description: 'y'}\nreturn 1"}
Task {"description":"look","prompt":"look around","subagent_type":"general-purpose"}
`
	codexCalls = `
exec_command {"cmd":"echo hello"}
exec_command {"cmd":"pwd; echo hello","workdir":"$WORK/sub","yield_time_ms":1000}
exec_command {"cmd":"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: third.txt\n+text\n*** End Patch\nEOF\n"}
apply_patch "*** Begin Patch\n*** Add File: new.txt\n+text\n*** Update File: notes.txt\n@@\n-alpha\n+beta\n` +
		`*** Delete File: sub/inner.txt\n*** End Patch\n"
update_plan {"plan":[{"step":"a","status":"pending"}]}
view_image {"path":"$WORK/dot.png"}
exec_command {"cmd":"cat","tty":true,"yield_time_ms":300}
write_stdin {"session_id":1000,"chars":"x\n"}
get_goal {}
mcp__notes.add_note {"text":"a note"}
spawn_agent {"message":"look around"}
`
	geminiCalls = `
run_shell_command {"command":"echo hello","description":"Say hello"}
run_shell_command {"command":"echo hello","dir_path":"sub"}
read_file {"file_path":"$WORK/notes.txt"}
write_file {"file_path":"$WORK/new.txt","content":"text\n"}
replace {"file_path":"$WORK/notes.txt","instruction":"change","old_string":"alpha","new_string":"beta"}
list_directory {"dir_path":"$WORK"}
glob {"pattern":"*.txt"}
grep_search {"pattern":"alpha"}
web_fetch {"prompt":"read https://example.com/page"}
google_web_search {"query":"pp agent"}
update_topic {"strategic_intent":"look","title":"a","summary":"b"}
list_background_processes {}
mcp_notes_add_note {"text":"a note"}
invoke_agent {"agent_name":"codebase_investigator","prompt":"look"}
write_todos {"todos":[{"description":"a","status":"pending"}]}
`
	qwenCalls = `
run_shell_command {"command":"echo hello","is_background":false,"description":"Say hello"}
run_shell_command {"command":"echo hello","is_background":false,"directory":"$WORK/sub"}
read_file {"file_path":"$WORK/notes.txt","limit":10}
write_file {"file_path":"$WORK/new.txt","content":"text\n"}
edit {"file_path":"$WORK/notes.txt","old_string":"alpha","new_string":"beta"}
list_directory {"path":"$WORK"}
tool_call {"name":"list_directory","arguments":{"path":"$WORK"}}
tool_call {"name":"todo_write","arguments":{"todos":[{"id":"1","content":"a","status":"pending"}]}}
tool_call {"name":"monitor","arguments":{"command":"echo hello","description":"watch"}}
monitor {"command":"echo hello","description":"watch"}
notebook_edit {"notebook_path":"$WORK/n.ipynb","new_source":"1","edit_mode":"insert","cell_type":"code"}
mcp__notes__add_note {"text":"a note"}
tool_call {"name":"mcp__notes__add_note","arguments":{"text":"a note"}}
tool_search {"query":"todo"}
skill {"skill":"review"}
glob {"pattern":"*.txt"}
grep_search {"pattern":"alpha"}
web_fetch {"url":"https://example.com/page","prompt":"What is it?"}
agent {"description":"look","prompt":"look around","subagent_type":"general-purpose"}
`
	copilotCalls = `
bash {"command":"echo hello","description":"Say hello"}
bash {"command":"echo hello","description":"Say hello","mode":"async","shellId":"s1"}
view {"path":"$WORK/notes.txt"}
create {"path":"$WORK/new.txt","file_text":"text\n"}
edit {"path":"$WORK/notes.txt","old_str":"alpha","new_str":"beta"}
glob {"pattern":"*.txt"}
grep {"pattern":"alpha","paths":"$WORK"}
sql {"description":"look","query":"SELECT 1"}
skill {"skill":"x"}
notes-add_note {"text":"a note"}
web_fetch {"url":"https://example.com/page"}
report_intent {"intent":"Looking"}
apply_patch {"input":"*** Begin Patch\n*** Add File: other.txt\n+text\n*** End Patch\n"}
task {"description":"look","prompt":"look around","agent_type":"explore","name":"looker"}
read_bash {"shellId":"s1","delay":1}
write_bash {"shellId":"s1","input":"x{enter}","delay":1}
`
	opencodeCalls = `
bash {"command":"echo hello","description":"Say hello"}
bash {"command":"echo hello","description":"Say hello","workdir":"$WORK/sub","timeout":5000}
read {"filePath":"$WORK/notes.txt","offset":0,"limit":10}
write {"filePath":"$WORK/new.txt","content":"text\n"}
edit {"filePath":"$WORK/notes.txt","oldString":"alpha","newString":"beta"}
glob {"pattern":"*.txt"}
grep {"pattern":"alpha"}
webfetch {"url":"https://example.com/page","format":"markdown"}
notes_add_note {"text":"a note"}
apply_patch {"patchText":"*** Begin Patch\n*** Add File: other.txt\n+text\n*** End Patch\n"}
todowrite {"todos":[{"id":"1","content":"a","status":"pending","priority":"low"}]}
task {"description":"look","prompt":"look around","subagent_type":"general"}
`
)
