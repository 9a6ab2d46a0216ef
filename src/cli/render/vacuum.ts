import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { hanging } from './hanging.js'
import type { View } from './view.js'

type Vacuumed = z.output<Operations['vacuum']['output']>

/** What writing the store anew would be for, and what it costs. */
export function renderVacuumPlan({ waited, bytesBefore }: Vacuumed, _view: View): string {
  const waits =
    waited.since === null
      ? 'Nothing that was forgotten waits for it.'
      : `${counted(waited.erasures, 'erasure')} in ${counted(waited.banks, 'bank')} ${waited.erasures === 1 ? 'waits' : 'wait'} for it, since ${waited.since}.`
  return `${waits} The store takes ${spokenBytes(bytesBefore)}: all of it is written anew, and others wait meanwhile.`
}

/** How far it came, and where else bytes can be. */
export function renderVacuum(done: Vacuumed, { columns }: View): string {
  const slowest = Math.max(0, ...done.tables.map(({ ms }) => ms))
  const size = `${spokenBytes(done.bytesBefore)} before, ${spokenBytes(done.bytesAfter)} now`
  const locked =
    done.tables.length === 0
      ? ''
      : `; ${counted(done.tables.length, 'table')}, none locked for longer than ${Math.ceil(slowest / 1000)} s`
  const head =
    done.state === 'physical'
      ? `Gone from the files of the store, too: ${size}${locked}.`
      : `Not done: ${printableLine(done.reason ?? '')}`
  const kept = done.kept.flatMap((sentence) => hanging('· ', printableLine(sentence), columns))
  return [head, ...(kept.length === 0 ? [] : ['What this cannot reach:', ...kept])].join('\n')
}
