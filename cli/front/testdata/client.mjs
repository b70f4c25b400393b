// A client by the official library (@agentclientprotocol/sdk), which checks every message by the schema of the protocol:
// a session with an approval, one with a cancellation, and the session opened again.
//
//   node client.mjs SDK DIRECTORY PROGRAM [ARGUMENT ...]
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";

const [sdk, cwd, program, ...args] = process.argv.slice(2);
const acp = await import(sdk);
const agent = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
const told = [];
let asked = 0;
let waiting = () => {};
const fail = (why) => { throw new Error(why + "\n" + JSON.stringify(told, null, 1)); };
const ways = acp.methods;

const app = acp.client({ name: "test" })
  .onRequest(ways.client.session.requestPermission, ({ params }) => {
    asked++;
    const kinds = params.options.map((o) => o.kind);
    if (kinds[0] !== "allow_once" || kinds.at(-1) !== "reject_once") fail("the options are " + kinds);
    return { outcome: { outcome: "selected", optionId: params.options[0].optionId } };
  })
  .onRequest(ways.client.fs.readTextFile, ({ params }) => ({ content: readFileSync(params.path, "utf8") }))
  .onRequest(ways.client.fs.writeTextFile, ({ params }) => { writeFileSync(params.path, params.content); return {}; })
  .onNotification(ways.client.session.update, ({ params }) => {
    told.push(params.update);
    if (params.update.kind === "execute") waiting();
  });

await app.connectWith(acp.ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout)), async (c) => {
  const about = await c.request(ways.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true } });
  if (about.protocolVersion !== acp.PROTOCOL_VERSION) fail("the version is " + about.protocolVersion);
  const { sessionId } = await c.request(ways.agent.session.new, { cwd, mcpServers: [] });
  const say = (text) => c.request(ways.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
  let end = await say("greet");
  if (end.stopReason !== "end_turn" || asked !== 1) fail(end.stopReason + " after " + asked + " questions");
  if (readFileSync(cwd + "/out.txt", "utf8") !== "hello\n") fail("it was not written");
  const began = new Promise((resolve) => { waiting = resolve; });
  const turn = say("wait");
  await began;
  await c.notify(ways.agent.session.cancel, { sessionId });
  end = await turn;
  if (end.stopReason !== "cancelled") fail("it ended with " + end.stopReason);
  const { sessions } = await c.request(ways.agent.session.list, { cwd });
  if (sessions[0]?.sessionId !== sessionId) fail("it is not listed");
  await c.request(ways.agent.session.close, { sessionId });
  told.length = 0;
  await c.request(ways.agent.session.load, { sessionId, cwd, mcpServers: [] });
  if (!told.some((u) => u.sessionUpdate === "user_message_chunk" && u.content.text === "greet")) fail("nothing is told");
});
agent.stdin.end();
const code = await new Promise((resolve) => agent.on("exit", resolve));
if (code !== 0) fail("exit " + code);
console.log("ok");
