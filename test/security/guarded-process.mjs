// Loaded into a process before everything else: writes down each attempt to reach another machine, or this one
// through the network.

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const log = process.env['RECOLLECT_SOCKET_LOG'] ?? ''

/** @param {object} owner @param {string} name */
function guard(owner, name) {
  Object.defineProperty(owner, name, {
    value: (/** @type {unknown[]} */ ...args) => {
      appendFileSync(log, `${name} ${JSON.stringify(args[0])}\n`)
      throw new Error(`${name} is not allowed here`)
    },
  })
}

guard(net.Socket.prototype, 'connect')
guard(net.Server.prototype, 'listen')
guard(dgram.Socket.prototype, 'bind')
guard(dgram.Socket.prototype, 'send')
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) guard(dns, name)
