import type { Toolset } from '../operations/operation.js'

/** How the user lets an agent do more, in the words of the way that it came by. */
export interface Granting {
  /** Where it may only read. */
  readonly writing: string
  /** Where it may not forget. */
  readonly forgetting: string
  /** Which servers show the tools of a set: `is shown only …`. */
  toolset(name: Toolset): string
}

/** Of a server that a client starts for itself. */
export const byFlags: Granting = {
  writing: 'the user started this server with --read-only; ask them',
  forgetting: 'only the user can allow this, by starting the server with --allow-forget; ask them',
  toolset: (name) => `by a server that was started with --${name}-tools`,
}

/** Of a server that many clients reach by its address, each with a key. */
export const byKey: Granting = {
  writing: 'the key of this client may only read; ask the user',
  forgetting: 'only the user can allow this, with a key that lets agents forget; ask them',
  toolset: (name) => `where the address of the server says ?tools=${name}`,
}
