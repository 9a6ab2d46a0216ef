// Loaded into a process before everything else: writes down each attempt to reach another machine, or this one
// through the network. `RECOLLECT_SOCKET_PATHS=allowed` lets through what has a path instead of an address.

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const log = process.env['RECOLLECT_SOCKET_LOG'] ?? ''
const isAllowed = process.env['RECOLLECT_SOCKET_PATHS'] === 'allowed'

/** @param {object} owner @param {string} name */
function guard(owner, name) {
  const original = Reflect.get(owner, name)
  Object.defineProperty(owner, name, {
    value: function (/** @type {unknown[]} */ ...args) {
      const path = pathIn(args[0])
      appendFileSync(log, `${name} ${path ?? JSON.stringify(args[0])}\n`)
      if (isAllowed && path !== undefined) return Reflect.apply(original, this, args)
      throw new Error(`${name} is not allowed here`)
    },
  })
}

/** @param {unknown} target What Node's own callers give, first of all. @returns {string | undefined} */
function pathIn(target) {
  if (typeof target === 'string') return target.startsWith('/') ? target : undefined
  if (Array.isArray(target)) return pathIn(target[0])
  const { path } = Object(target)
  return typeof path === 'string' ? pathIn(path) : undefined
}

guard(net.Socket.prototype, 'connect')
guard(net.Server.prototype, 'listen')
guard(dgram.Socket.prototype, 'bind')
guard(dgram.Socket.prototype, 'send')
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) guard(dns, name)
