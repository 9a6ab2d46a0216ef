import type { z } from 'zod'
import type { Operations } from '../../../src/operations/table.js'

type Named = { readonly [K in keyof Operations as Operations[K]['name']]: Operations[K] }

/** Canonical, e.g. `memory.search`. */
export type OperationName = keyof Named

/** What an operation is asked, before defaults are filled in. */
export type InputOf<N extends OperationName> = z.input<Named[N]['input']>

/** What an operation answers. */
export type OutputOf<N extends OperationName> = z.output<Named[N]['output']>

/** Anything remembered, as every operation shows it. */
export type Item = OutputOf<'memory.get'>
export type Trust = Item['trust']
export type ItemKind = Item['kind']
