import { existsSync } from 'node:fs'
import { nameOfStore } from '../../store-place.js'
import { UsageError } from '../arguments/usage-error.js'
import { type ClientConfig, clientConfig, type McpClient, mcpClients } from '../client-config.js'
import type { CommandCall, ExitCode } from '../command.js'
import { homeOf, nameOfPlace, storeOf } from '../home-of.js'
import { hookClients } from '../hooks/payload.js'
import { type HttpClient, httpClientConfig, httpClients, KEY_VARIABLE } from '../http-client-config.js'
import { meterOf } from '../progress-meter.js'
import { described } from '../render/described.js'
import { renderFindings } from '../render/findings.js'
import { tell } from '../tell.js'
import { isRunByNpx, refusePassword, serverCommand, unseenStore } from '../this-program.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Makes the store, or examines the one that is there; then says what to do next, or how a client is set up. */
export async function runInit(call: CommandCall): Promise<ExitCode> {
  const { flags, input } = call
  const config = configOf(call)
  const place = storeOf(flags)
  const isMissing = place.engine === 'sqlite' && !existsSync(place.file)
  const { memory } = await call.open()
  const meter = meterOf(call, 'examine')
  const report = await memory.doctor({}).finally(meter.clear)
  const { items } = await memory.stats({})
  // A database is there before anything is in it.
  const isNew = place.engine === 'sqlite' ? isMissing : items === 0
  const server = serverCommand(flags)
  const answer = {
    home: homeOf(flags),
    file: place.engine === 'sqlite' ? place.file : null,
    store: nameOfStore(place),
    created: isNew,
    healthy: report.isHealthy,
    items,
    server,
    ...(config === undefined ? {} : { client: { name: input['client'], ...config } }),
  }
  if (flags.json || config === undefined) show(call, answer, () => welcome(call, answer))
  else showConfig(call, config)
  if (!report.isHealthy && !flags.json) call.terminal.note(`\n${renderFindings(report, call.view)}`)
  return report.isHealthy ? 0 : 1
}

/** Undefined where nobody asked for a client. Throws a UsageError for one that cannot reach an address. */
function configOf({ flags, input }: CommandCall): ClientConfig | undefined {
  const client = input['client'] as McpClient | undefined
  const url = input['url']
  if (client !== undefined && typeof url !== 'string') refusePassword(flags)
  if (typeof url !== 'string')
    return client === undefined ? undefined : clientConfig(client, serverCommand(flags))
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--url is no address of a server', 'give one like http://127.0.0.1:4114/mcp')
  if (!isHttpClient(client)) {
    const reason =
      client === undefined ? '--url needs --client' : `${client} cannot use a server by its address`
    throw new UsageError(reason, `clients that can: ${httpClients.join(', ')}`)
  }
  return httpClientConfig(client, url)
}

function isHttpClient(client: McpClient | undefined): client is HttpClient {
  return (httpClients as readonly (McpClient | undefined)[]).includes(client)
}

interface Answer {
  readonly created: boolean
  readonly healthy: boolean
  readonly items: number
}

function welcome({ view, flags }: CommandCall, { created, healthy, items }: Answer): string {
  const { style } = view
  const place = nameOfPlace(flags)
  const state = created
    ? 'Your memory is ready.'
    : `Your memory is there${healthy ? ' and healthy' : ''}: ${counted(items, 'item')}.`
  return [
    ...described([[healthy ? '✓' : '!', state]], {
      columns: view.columns,
      indent: 0,
      name: healthy ? style.good : style.bad,
      about: style.bold,
    }),
    `   ${style.dim(place)}`,
    '',
    'What to do next',
    ...described(
      [
        ['recollect capture "a note"', 'remember something; without a note your editor opens'],
        ['recollect import PATH', 'bring in conversations you have had, and notes'],
        ['recollect search "a question"', 'find it again; then recollect show 1'],
        ['recollect start', 'your memory in the browser'],
        ['recollect play', 'a prompt to play with, and a sample conversation'],
        [
          'recollect setup NAME',
          `set up a coding agent, hooks too; NAME is one of ${hookClients.join(', ')}`,
        ],
        ['recollect init --client NAME', `let an agent remember; NAME is one of ${mcpClients.join(', ')}`],
      ],
      { columns: view.columns, name: style.accent, about: style.dim },
    ),
  ].join('\n')
}

/** The text alone is the result, so that it can be piped into a file; what to do with it is said beside. */
function showConfig({ terminal, flags, input }: CommandCall, config: ClientConfig): void {
  const { title, file, text, shell } = config
  const { noteStyle } = terminal
  const say = (line: string) => {
    if (!flags.quiet) terminal.note(line)
  }
  say(`For ${noteStyle.bold(title)}, put this into ${noteStyle.bold(file)}, beside what is there already:\n`)
  terminal.out(text)
  if (shell !== null) say(`\nOr let ${title} do it:\n\n  ${noteStyle.accent(shell)}`)
  say('')
  const isOverHttp = input['url'] !== undefined
  const unseen = isOverHttp ? null : unseenStore(flags)
  if (!flags.quiet) tell(terminal, isOverHttp ? nextOverHttp(title) : nextAlone(title))
  if (unseen !== null && !flags.quiet) tell(terminal, unseen)
  if (isRunByNpx() && !isOverHttp)
    say(
      noteStyle.bad(
        '\nThis recollect runs from the cache of npx, which may be emptied: install it first, and run this again.',
      ),
    )
}

function nextAlone(title: string): string {
  return `Then start ${title} anew, and ask it to remember something. It can recall and remember; to let it forget, see: recollect help mcp`
}

function nextOverHttp(title: string): string {
  return `The key is what this answers, put into ${KEY_VARIABLE} of the environment of ${title}: recollect key create NAME --agent NAME`
}
