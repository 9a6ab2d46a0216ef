import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes, spokenCount } from '../wording/spoken-number.js'
import { hanging } from './hanging.js'
import { reasons, total } from './import-report.js'
import { table } from './table.js'
import type { View } from './view.js'

/** What an import of documents did, with what was not looked at. */
export type DocumentImport = z.output<Operations['knowledgeImport']['output']> & {
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[]
  /** Ids; absent where none was to be published. */
  readonly published?: readonly string[]
}

/** What an import of documents did, line by line; lines that say nothing are left out. */
export function renderDocumentImport(report: DocumentImport, view: View): string {
  const { style, columns } = view
  const { files, bytes, counts, failed, leftOut, dryRun, published } = report
  const would = dryRun ? 'would be ' : ''
  const tallied: [number, string][] = [
    [counts.added, `${would}added`],
    [counts.changed, `${dryRun ? 'would get' : 'got'} a new version`],
    [counts.unchanged, counts.unchanged === 1 ? 'was there already' : 'were there already'],
    [counts.moved, `${would}known under another path`],
    [counts.forgotten, `had been deleted and ${counts.forgotten === 1 ? 'stays' : 'stay'} so`],
    [published?.length ?? 0, 'published'],
    [failed, failed === 1 ? 'was not taken' : 'were not taken'],
    [total([...leftOut]), `left out: ${reasons([...leftOut])}`],
  ]
  const shown = tallied.filter(([count]) => count > 0)
  const tallies = table(
    shown.map(([count]) => [`  ${spokenCount(count)}`]),
    [0],
  )
  return [
    style.bold(`${counted(files, 'file')}${bytes === 0 ? '' : `, ${spokenBytes(bytes)}`}`),
    ...shown.flatMap(([, what], index) => hanging(`${tallies[index]}  `, what, columns)),
    ...problems(report, view),
    ...documents(report, view),
  ].join('\n')
}

function problems({ problems: all, failed }: DocumentImport, { style, columns }: View): string[] {
  const first = all.filter((_, index) => index < PROBLEMS_SHOWN)
  const more = Math.max(all.length, failed) - first.length
  return [
    ...first.flatMap(({ path, line, reason, hint }) => {
      const place = [...(path === null ? [] : [path]), ...(line === null ? [] : [`line ${line}`])].join(', ')
      const said = `${place === '' ? '' : `${place}: `}${reason}`
      return [
        ...hanging('    ', printableLine(said), columns).map(style.bad),
        ...(hint === null ? [] : hanging('      ', printableLine(hint), columns).map(style.dim)),
      ]
    }),
    ...(more > 0 ? [style.dim(`    and ${spokenCount(more)} more; --json lists them`)] : []),
  ]
}

function documents(
  { documents: all, counts, published = [] }: DocumentImport,
  { style, columns }: View,
): string[] {
  const first = all.filter((_, index) => index < DOCUMENTS_SHOWN)
  const more = counts.added + counts.changed + counts.moved + counts.forgotten - first.length
  if (first.length === 0) return []
  const isPublished = new Set(published)
  return [
    '',
    ...first.flatMap(({ id, path, title, version, outcome }) => {
      const facts = [
        ...(path === null ? [] : [path]),
        ...(outcome === 'changed' ? [`version ${version}`] : outcome === 'added' ? [] : [outcome]),
        ...(isPublished.has(id ?? '') ? ['published'] : []),
      ]
      const said = facts.length === 0 ? '' : ` ${style.dim(printableLine(facts.join(' · ')))}`
      return hanging('  ', `${style.bold(printableLine(title))}${said}`, columns)
    }),
    ...(more > 0 ? [style.dim(`  and ${spokenCount(more)} more`)] : []),
  ]
}

const PROBLEMS_SHOWN = 20
const DOCUMENTS_SHOWN = 12
