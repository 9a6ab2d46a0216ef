import { type Alternative, type Engine, isPiece, refuseNul, type Sql, type Value } from './sql.js'

export interface Compiled<P> {
  readonly prepared: P
  readonly values: Value[]
}

interface Site<P> {
  prepared?: P
  readonly next: Map<object | number, Site<P>>
}

/**
 * Turns pieces of SQL into prepared statements, one for each call site: the key is the identity of the
 * template's strings (with that of nested pieces and the hole they fill), so that no text is ever built or
 * hashed on a hot path. Three optional filters make eight entries.
 */
export function createCompiler<P>(engine: Engine, prepare: (text: string) => P): (query: Sql) => Compiled<P> {
  const root: Site<P> = { next: new Map() }
  return (query) => {
    const values: Value[] = []
    const site = walk(root, query, engine, values)
    site.prepared ??= prepare(render(query, engine, { count: 0 }))
    return { prepared: site.prepared, values }
  }
}

function walk<P>(from: Site<P>, query: Sql, engine: Engine, values: Value[]): Site<P> {
  let site = step(from, query.strings)
  const { holes } = query
  for (let i = 0; i < holes.length; i++) {
    const hole = holes[i] as Value | Sql | Alternative
    if (isPiece(hole)) site = walk(step(site, i), choose(hole, engine), engine, values)
    else values.push(checked(hole))
  }
  return site
}

/** Throws what a statement would throw for values that cannot be bound to it, before any of it is sent. */
export function refuseUnbindable({ holes }: Sql, engine: Engine): void {
  for (const hole of holes) {
    if (isPiece(hole)) refuseUnbindable(choose(hole, engine), engine)
    else checked(hole)
  }
}

function step<P>(site: Site<P>, key: object | number): Site<P> {
  let next = site.next.get(key)
  if (next === undefined) {
    next = { next: new Map() }
    site.next.set(key, next)
  }
  return next
}

function choose(piece: Sql | Alternative, engine: Engine): Sql {
  return piece.kind === 'sql' ? piece : piece[engine]
}

function checked(value: Value): Value {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`cannot bind ${value} to a statement`)
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new RangeError(`cannot bind ${value}: integers stop being exact at 2^53`)
    }
  } else if (typeof value === 'string') {
    refuseNul(value)
  } else if (value !== null && !(value instanceof Uint8Array)) {
    throw new TypeError(`cannot bind a ${typeof value} to a statement: flags are 0/1, times milliseconds`)
  }
  return value
}

function render(query: Sql, engine: Engine, position: { count: number }): string {
  let text = query.strings[0] as string
  for (let i = 0; i < query.holes.length; i++) {
    const hole = query.holes[i] as Value | Sql | Alternative
    if (isPiece(hole)) text += render(choose(hole, engine), engine, position)
    else text += engine === 'sqlite' ? '?' : `$${++position.count}`
    text += query.strings[i + 1]
  }
  return text
}
