import type { CommandCall, ExitCode } from '../command.js'
import { sayServing } from '../serve/say-serving.js'
import { serveHere } from '../serve/serve-here.js'
import { untilStopped } from '../serve/until-stopped.js'

/** Serves the API, MCP and the dashboard until the process is asked to end. */
export async function runServe(call: CommandCall): Promise<ExitCode> {
  const { input } = call
  const stop = untilStopped()
  try {
    const served = await serveHere(call, {
      ...(typeof input['host'] === 'string' ? { host: input['host'] } : {}),
      ...(typeof input['port'] === 'number' ? { port: input['port'] } : {}),
    })
    sayServing(call, served)
    await stop.stopped
    await served.close()
    return 0
  } finally {
    stop.dismiss()
  }
}
