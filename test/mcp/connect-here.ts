import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { run } from '../../src/cli/run.js'
import { createTerminal } from '../../src/cli/terminal.js'
import { type ConnectOptions, clientOver } from './connect.js'

/**
 * The official client with a server in this process, for one test: the command `mcp` behind two pipes. What a process
 * is needed for (its ends, its environment, what it is to the last byte) is tested with `connect` and `startRaw`.
 */
export function connectHere(home: string, options: Omit<ConnectOptions, 'env'> = {}): Promise<Client> {
  const { user = 'ann', flags = [] } = options
  return clientOver(serverHere(['mcp', '--home', home, '--user', user, ...flags]), options)
}

function serverHere(argv: readonly string[]): Transport {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const streams = { stdin, stdout, stderr: stderr.resume(), env: {} }
  const terminal = createTerminal(streams as unknown as NodeJS.Process)
  let ended: Promise<unknown> | undefined
  const transport: Transport = {
    async start() {
      createInterface({ input: stdout }).on('line', (line) => {
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)
      })
      ended = run(argv, terminal)
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      stdin.end()
      await ended
      stdout.end()
      transport.onclose?.()
    },
  }
  return transport
}
