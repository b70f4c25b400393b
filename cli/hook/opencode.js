// Written by `pp hook install opencode`: pp judges every call before it happens, and whatever goes wrong
// here stops it.
import { spawn } from "node:child_process"

const [program, ...words] = []
const limit = 30_000 // milliseconds

const judged = (call) =>
  new Promise((resolve, reject) => {
    const said = []
    const answer = []
    let failed = null
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] })
    const timer = setTimeout(() => {
      failed = "pp did not answer in time"
      child.kill("SIGKILL")
      reject(new Error(failed))
    }, limit)
    child.on("error", (e) => {
      clearTimeout(timer)
      reject(new Error(`pp could not be run: ${e.message}`))
    })
    child.stdin.on("error", (e) => (failed ??= `pp could not be told of the call: ${e.message}`))
    child.stdout.on("data", (data) => answer.push(data))
    child.stderr.on("data", (data) => said.push(data))
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      // What pp allows it says nothing about: anything else is not its answer.
      const silent = Buffer.concat(answer).length === 0
      if (code === 0 && !failed && silent) return resolve()
      const why = code === 0 ? (failed ?? "the answer is not one of pp") : `pp ended with ${signal ?? code}`
      reject(new Error(Buffer.concat(said).toString().trim() || why))
    })
    child.stdin.end(call)
  })

export const pp = async ({ directory }) => ({
  "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
    judged(JSON.stringify({ tool, sessionID, callID, directory, args })),
})
