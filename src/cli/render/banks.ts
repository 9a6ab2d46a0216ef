import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenCount } from '../wording/spoken-number.js'
import { spokenDay, spokenTime } from '../wording/spoken-time.js'
import { described } from './described.js'
import { shownWidth, table } from './table.js'
import type { View } from './view.js'

/** One line for each bank. */
export function renderBanks({ banks }: z.output<Operations['banks']['output']>, view: View): string {
  const { style } = view
  if (banks.length === 0) return 'There are no banks yet.'
  const heading = ['owner', 'kind', 'items', 'sessions', 'words', 'since', 'last change', 'you may']
  const rows = banks.map((bank) => [
    printableLine(bank.owner),
    bank.kind,
    spokenCount(bank.items),
    spokenCount(bank.sessions),
    spokenCount(bank.words),
    bank.since === null ? 'unused' : spokenDay(bank.since, view.zone),
    bank.changedAt === null ? 'never' : spokenTime(bank.changedAt, view),
    bank.may.length === 0 ? 'nothing' : bank.may.join(', '),
  ])
  const wide = table([heading.map(style.dim), ...rows], [2, 3, 4])
  if (wide.every((line) => shownWidth(line) <= view.columns)) return wide.join('\n')
  const listed = rows.map((row) => {
    const facts = row.map((value, index) => [heading[index] ?? '', value] as const)
    return described(facts, { columns: view.columns, indent: 0, name: style.dim }).join('\n')
  })
  return listed.join('\n\n')
}
