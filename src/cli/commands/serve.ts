import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { logLevels, logLines } from '../serve/log-lines.js'
import { isWatched, sayServing } from '../serve/say-serving.js'
import { type ServeHereOptions, serveHere } from '../serve/serve-here.js'
import { untilStopped } from '../serve/until-stopped.js'

/** Serves the API, MCP and the dashboard until the process is asked to end. */
export async function runServe(call: CommandCall): Promise<ExitCode> {
  const options = optionsOf(call)
  const stop = untilStopped()
  try {
    const served = await serveHere(call, options)
    sayServing(call, served)
    await stop.stopped
    await served.close()
    return 0
  } finally {
    stop.dismiss()
  }
}

function optionsOf({ input, terminal }: CommandCall): ServeHereOptions {
  const rate = wholeNumber(input, 'rate', 1)
  const megabytes = wholeNumber(input, 'max-body-mb', 1)
  const port = wholeNumber(input, 'port', 0)
  const level =
    logLevels.find((one) => one === input['log']) ?? (isWatched(terminal) ? 'mistakes' : 'requests')
  return {
    ...(typeof input['host'] === 'string' ? { host: input['host'] } : {}),
    ...(port === undefined ? {} : { port }),
    allowedHosts: (input['allow-host'] ?? []) as readonly string[],
    allowedOrigins: (input['allow-origin'] ?? []) as readonly string[],
    limits: {
      ...(rate === undefined ? {} : { rate }),
      ...(megabytes === undefined ? {} : { maxBodyBytes: megabytes * MEGABYTE }),
    },
    log: logLines(terminal, level),
  }
}

function wholeNumber(input: CommandCall['input'], name: string, least: number): number | undefined {
  const given = input[name]
  if (given === undefined) return undefined
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= least && given <= MOST)
    return given
  throw new UsageError(
    `--${name} is a whole number from ${least} to ${MOST}`,
    `like --${name} ${Math.max(least, 10)}`,
  )
}

const MEGABYTE = 1_048_576

/** The highest port. */
const MOST = 65_535
