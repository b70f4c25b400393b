// Package script is a provider that replays replies from a file, so that a whole
// conversation can be repeated without a model, exactly. It never answers from
// anything but its file, and it never goes on when the prompts have drifted from
// what the file expects.
//
// The file holds s-expressions, one property list an entry, used in their order,
// one for each prompt. Comments are allowed.
//
//	; the first prompt must end in a turn with these words
//	(:EXPECT "summarize this" :REPLY "It says hello.")
//	; several texts must all be there; the reply is this form, printed
//	(:EXPECT ("TOOL" "go.mod") :SYSTEM "PREVIOUS PROPOSAL REJECTED"
//	 :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3" :EXPLANATION "Look at the history.")))
//	; two tool calls, as a model with tools makes them, and what is said beside them
//	(:REPLY "I look." :CALLS ((:TOOL "read-file" :ARGS "{\"filepath\":\"go.mod\"}" :ID "a") (:TOOL "list-directory")))
//	(:RESULTS ("module pp" "cli") :REPLY "Done.")
//	(:ERROR :TRY-LATER :MESSAGE "the model is busy" :DELAY-MS 50)
//
// The keys of an entry:
//
//	:EXPECT    a text, or a list of texts, that the last turn must contain
//	:SYSTEM    the same, of the system prompt with the forms and tools, and of what pp says last
//	:RESULTS   the same, of the results since the reply before, each behind its call's "[ID]"
//	:CONTEXT   the same, of what memory gave
//	:REPLY     the reply's text
//	:FORM      a form whose printed text is the reply
//	:BYTES     the reply as a vector of bytes, #(255 254), for one that is not UTF-8
//	:CALLS     tool calls beside or instead of a text: a list of (:TOOL name :ARGS json :ID id :MARK mark)
//	:CUT       the reply is cut at its token limit: :TEXT after its text, :CALL within a call, which is dropped
//	:REPEAT    how many times over the reply is given; 1 to 1,000,000, at most 64 MiB in all
//	:ERROR     fail: :UNAVAILABLE :TRY-LATER :AUTH :CONFIG or :TOO-LARGE
//	:MESSAGE   what the failure says
//	:DELAY-MS  wait so long first, at most 10,000; a cancelled prompt ends the wait
//	:USAGE     (:INPUT n :OUTPUT n), the tokens it is said to have cost
//
// Exactly one of :REPLY, :FORM, :BYTES and :ERROR must be there, or :CALLS, which may stand
// beside one that is a text. Anything else in the file is an error with its position. Start reading at [Parse] and
// [Script.Complete].
package script
