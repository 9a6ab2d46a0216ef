// npm run eval -- budget [set… --every 4 --meaning]: whole evidence within a prompt's budget.
// npm run eval [-- set… --mode rrf --every 4 --meaning --extract --store postgres://…]: imports each set as its users would, asks
// every question, compares with the last run; in that database, for the sets that are ranked, where one is named. RECOLLECT_EVAL names the folder of the sets.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPackagedEmbedder } from '../src/model/packaged-embedder.js'
import { BUDGET, budgetFloors, budgetLines, budgetSets, measureBudget } from './budget.js'
import { DOCUMENTS, hasDocumentSets, measureAllDocuments } from './documents.js'
import { cachedEmbedder } from './embedding-cache.js'
import { measureExtraction } from './extraction.js'
import { floorsOf } from './floors.js'
import { hasGateSets, measureGate } from './gate.js'
import { hasJunkSets, measureJunk } from './junk.js'
import { measureRecords, recordFloors, recordLines, requestSets, splits } from './records.js'
import { readReport, tableOf, writeReport } from './report.js'
import { runSet, type SetResult } from './run-set.js'
import { readSet, setNames, setsIn } from './sets.js'

/** Beside the sets: what the rules of extraction read. */
const EXTRACTION = 'extraction'
/** Where automatic extraction looks, and what it keeps. */
const GATE = 'gate'
const JUNK = 'junk'
/** Of eval/own, so no folder of sets is needed: which records a request brings up. */
const RECORDS = 'records'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'measured' },
    every: { type: 'string', default: '1' },
    meaning: { type: 'boolean', default: false },
    extract: { type: 'boolean', default: false },
    store: { type: 'string', default: 'file' },
  },
})
const isRecordsAlone = positionals.length > 0 && positionals.every((name) => name === RECORDS)
const folder = process.env['RECOLLECT_EVAL'] ?? ''
const every = Number(values.every)
if (folder === '' && !isRecordsAlone) fail('RECOLLECT_EVAL is not set: let it name the folder of the sets')
const mode =
  values.mode === 'measured' || values.mode === 'rrf' ? values.mode : fail('--mode: measured or rrf')
if (!Number.isSafeInteger(every) || every < 1) fail('--every: a whole number from 1')
const allNames: readonly string[] = [...setNames, BUDGET, DOCUMENTS, EXTRACTION, GATE, JUNK, RECORDS]
const unknown = positionals.filter((name) => !allNames.includes(name))
if (unknown.length > 0) fail(`no such set: ${unknown.join(', ')}; there are ${allNames.join(', ')}`)

const embedder = values.meaning ? cachedEmbedder(createPackagedEmbedder()) : undefined
if (positionals.includes(BUDGET)) {
  const named = budgetSets.filter((set) => positionals.includes(set))
  let isUnder = false
  for (const set of named.length > 0 ? named : budgetSets) {
    const result = await measureBudget(readSet(folder, set), { every, embedder })
    console.log(budgetLines(result).join('\n'))
    for (const { label, floor, value } of every === 1 ? budgetFloors(result, values.meaning) : []) {
      isUnder ||= value < floor
      console.log(
        `  ${value < floor ? 'BELOW' : 'holds'}: ${label} ${value.toFixed(3)}, floor ${floor.toFixed(3)}`,
      )
    }
    console.log('')
  }
  await embedder?.close()
  process.exit(isUnder ? 1 : 0)
}
const name = `${mode}${values.meaning ? '-meaning' : ''}${values.extract ? '-extract' : ''}${values.store === 'file' ? '' : '-postgres'}-every-${every}`
const file = join('eval', 'results', `${name}.json`)
const earlier = readReport(file)
const results: SetResult[] = []
let isBelow = false
for (const name of isRecordsAlone ? [] : setsIn(folder)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const result = await runSet(readSet(folder, name), {
    mode,
    every,
    extract: values.extract,
    store: values.store,
    ...(embedder === undefined ? {} : { embedder }),
  })
  results.push(result)
  console.log(
    tableOf(
      result,
      earlier?.sets.find(({ set }) => set === name),
    ),
  )
  for (const { label, floor, value } of floorsOf(result, values.meaning)) {
    const holds = value >= floor
    isBelow ||= !holds && mode === 'measured' && every === 1
    console.log(`  ${holds ? 'holds' : 'BELOW'}: ${label} ${value.toFixed(3)}, floor ${floor.toFixed(3)}`)
  }
  console.log('')
}
const isWanted = (set: string) => positionals.length === 0 || positionals.includes(set)
const measured = [
  ...(isWanted(EXTRACTION) ? [measureExtraction(folder)] : []),
  ...(isWanted(GATE) && hasGateSets(folder) ? [measureGate(folder)] : []),
  ...(isWanted(JUNK) && hasJunkSets(folder) ? [await measureJunk(folder)] : []),
  ...(isWanted(DOCUMENTS) && hasDocumentSets(folder) ? await measureAllDocuments(folder) : []),
]
for (const { lines, floors } of measured) {
  console.log(lines.join('\n'))
  for (const { label, floor, value } of floors) {
    isBelow ||= value < floor
    console.log(
      `  ${value < floor ? 'BELOW' : 'holds'}: ${label} ${value.toFixed(3)}, floor ${floor.toFixed(3)}`,
    )
  }
  console.log('')
}
if (positionals.length === 0 || positionals.includes(RECORDS)) {
  const halves = requestSets.flatMap((set) => splits.map((split) => [set, split] as const))
  for (const [set, split] of halves) {
    const figures = await measureRecords(set, split, embedder)
    console.log(recordLines(figures))
    for (const { label, floor, value } of recordFloors(figures, values.meaning)) {
      isBelow ||= value < floor
      console.log(
        `  ${value < floor ? 'BELOW' : 'holds'}: ${label} ${value.toFixed(3)}, floor ${floor.toFixed(3)}`,
      )
    }
  }
  console.log('')
}
await embedder?.close()
if (isRecordsAlone) process.exit(isBelow ? 1 : 0)
writeReport(file, { at: new Date().toISOString(), mode, every, sets: results }, earlier)
console.log(`kept in ${file}${earlier === undefined ? '' : `, compared with the run of ${earlier.at}`}`)
process.exitCode = isBelow ? 1 : 0

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
