import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ratiosOf, type Verdict, verdictsOf } from './check.js'
import { runCompaction } from './compaction/run-compaction.js'
import { runDocuments } from './documents/run-documents.js'
import { runExtraction } from './extraction.js'
import { runFacts } from './facts/run-facts.js'
import { runGraph } from './graph/run-graph.js'
import { runLoop } from './loop/run-loop.js'
import { drawCurves } from './million/curves.js'
import { type MillionResults, readMillion } from './million/million-results.js'
import { millionTable } from './million/million-table.js'
import { millionPeers } from './million/peer-part.js'
import { partNames, runMillion } from './million/run-million.js'
import { BANK_ITEMS } from './postgres/fill-banks.js'
import { runPostgres } from './postgres/run-postgres.js'
import { runPrompt } from './prompting/run-prompt.js'
import { runRecall } from './records/run-recall.js'
import { runRecords } from './records/run-records.js'
import { type Results, readResults, writeResults } from './results.js'
import { type Plan, runPlan } from './run.js'
import { runServer } from './server/run-server.js'
import { systems } from './systems.js'
import { tableOf } from './table.js'
import { runTranscript } from './transcript/run-transcript.js'
import { runVectors } from './vectors/run-vectors.js'

/** What was typed after `npm run bench --`; answers the exit code: 1 where a check fell, 2 where it made no sense. */
export async function runCommand(args: string[]): Promise<number> {
  const parsed = parse(args)
  if (typeof parsed === 'string') return usage(parsed)
  const { values, positionals } = parsed
  const [command = 'run', file] = positionals
  if (command === 'table') return printTable(file)
  if (command === 'curves') return printCurves(file)
  if (command === 'vectors') return measureVectorSearch(values.items, values.rounds)
  if (command === 'extraction') {
    console.log(runExtraction())
    return 0
  }
  if (command === 'compaction') {
    const sizes = (values.items ?? '10000,100000,1000000').split(',').map(Number)
    console.log(runCompaction(sizes, Number(values.rounds ?? 9)))
    return 0
  }
  if (command === 'transcript') {
    console.log(await runTranscript(Number(values.items ?? 20_000)))
    return 0
  }
  if (command === 'prompt') return measureSizes(runPrompt, values.items, values.rounds)
  if (command === 'facts') return measureSizes(runFacts, values.items, values.rounds)
  if (command === 'records') return measureSizes(runRecords, values.items, values.rounds)
  if (command === 'server') return measureSizes(runServer, values.items ?? '100000', values.rounds)
  if (command === 'postgres') return measurePostgres(values.items)
  if (command === 'million') return measureMillion(values)
  if (command === 'loop') return measureLoop(values)
  if (command === 'graph') return measureGraph(values.items)
  if (command === 'recall') return measureRecall(values.items, values.rounds)
  if (command === 'documents') return measureDocuments(values.items, values.systems)
  const isCheck = command === 'check'
  if (!isCheck && command !== 'run') return usage(`no such command: ${command}`)
  const usual = isCheck ? check : whole
  const sizes = values.items?.split(',').map(Number) ?? usual.sizes
  const rounds = values.rounds === undefined ? usual.rounds : Number(values.rounds)
  const minutes = values.minutes === undefined ? usual.minutes : Number(values.minutes)
  const names = values.systems?.split(',') ?? usual.systems.map(({ name }) => name)
  const unknown = names.filter((name) => !systems.some((system) => system.name === name))
  if (!sizes.every((items) => Number.isSafeInteger(items) && items >= LEAST_ITEMS)) {
    return usage(`--items: whole numbers from ${LEAST_ITEMS}, with commas between`)
  }
  if (!Number.isSafeInteger(rounds) || rounds < 1) return usage('--rounds: a whole number from 1')
  if (!(minutes > 0)) return usage('--minutes: a number above 0')
  if (unknown.length > 0) return usage(`no such system: ${unknown.join(', ')}`)

  const chosen = systems.filter(({ name }) => names.includes(name))
  const results = await runPlan({ ...usual, sizes, rounds, minutes, systems: chosen })
  const kept = join(FOLDER, `${results.at.substring(0, 19).replaceAll(':', '-')}.json`)
  writeResults(kept, results)
  console.log(`${tableOf(results)}\n\nkept in ${kept}`)
  if (!isCheck) return 0
  if (values.accept) {
    writeResults(REFERENCE, results)
    console.log(`this is the reference now: ${REFERENCE}`)
    return 0
  }
  return judge(results)
}

const FOLDER = join('bench', 'results')
const REFERENCE = join(FOLDER, 'reference.json')
/** Fewer give no bank of 1 % to ask. */
const LEAST_ITEMS = 1_000

const limits = { questions: 100, questionsMs: 1_500, captures: 200, capturesMs: 2_000 }
const whole: Plan = { sizes: [10_000, 100_000], rounds: 5, systems, limits, minutes: 20 }
const check: Plan = {
  sizes: [2_000, 10_000],
  rounds: 3,
  systems: systems.filter(({ name }) => ['recollect', 'plain FTS5', 'minisearch', 'orama'].includes(name)),
  limits,
  minutes: 3,
}

async function measureVectorSearch(items = '10000,100000', rounds = '3'): Promise<number> {
  const sizes = items.split(',').map(Number)
  const isSound = [...sizes, Number(rounds)].every((count) => Number.isSafeInteger(count) && count > 0)
  if (!isSound || sizes.some((size) => size < LEAST_ITEMS)) {
    return usage(
      `--items: whole numbers from ${LEAST_ITEMS}, with commas between; --rounds: a whole number from 1`,
    )
  }
  console.log(await runVectors(sizes, Number(rounds), process.env['RECOLLECT_VECTORS']))
  return 0
}

async function measureGraph(items: string | undefined): Promise<number> {
  const sizes = items?.split(',').map(Number) ?? [1_000_000]
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= LEAST_ITEMS))
    return usage(`--items: whole numbers from ${LEAST_ITEMS}, with commas between`)
  console.log(await runGraph(sizes))
  return 0
}

async function measureMillion({
  items = '10000,100000,1000000',
  keep,
  parts,
  banks,
  peers,
}: {
  readonly items?: string | undefined
  readonly keep?: string | undefined
  readonly parts?: string | undefined
  readonly banks: boolean
  readonly peers?: string | undefined
}): Promise<number> {
  const sizes = items.split(',').map(Number)
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= BANK_ITEMS && size % BANK_ITEMS === 0))
    return usage(`--items: multiples of ${BANK_ITEMS}, with commas between`)
  const chosen = parts?.split(',')
  const unknown = chosen?.filter((part) => !partNames.includes(part)) ?? []
  if (unknown.length > 0) return usage(`--parts: ${unknown.join(', ')} is none of ${partNames.join(', ')}`)
  const others = peers === 'none' ? [] : (peers?.split(',') ?? [...millionPeers])
  const file = await runMillion({
    sizes,
    banks,
    peers: others,
    ...(keep === undefined ? {} : { keep }),
    ...(chosen === undefined ? {} : { parts: chosen }),
  })
  console.log(`${millionTable(readMillion(file))}\n\nkept in ${file}`)
  return 0
}

function printCurves(file: string | undefined): number {
  if (file === undefined || !existsSync(file)) return usage('curves: the file that `million` kept')
  console.log(drawCurves(readMillion(file), join('docs', 'pictures')).join('\n\n'))
  return 0
}

async function measurePostgres(items = '1000000'): Promise<number> {
  const banks = Number(items) / BANK_ITEMS
  if (!Number.isSafeInteger(banks) || banks < 20)
    return usage(`--items: a multiple of ${BANK_ITEMS}, from 20000`)
  console.log(await runPostgres(banks))
  return 0
}

async function measureDocuments(items = '1000,10000', systems?: string): Promise<number> {
  const sizes = items.split(',').map(Number)
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0))
    return usage('--items: whole numbers from 1, with commas between')
  console.log(await runDocuments(sizes, process.env['RECOLLECT_EVAL'] ?? '', systems?.split(',')))
  return 0
}

async function measureSizes(
  measure: (sizes: readonly number[], rounds: number) => Promise<string>,
  items = '10000',
  rounds = '3',
): Promise<number> {
  const sizes = items.split(',').map(Number)
  if (![...sizes, Number(rounds)].every((count) => Number.isSafeInteger(count) && count > 0))
    return usage('--items: whole numbers from 1, with commas between; --rounds: a whole number from 1')
  console.log(await measure(sizes, Number(rounds)))
  return 0
}

interface LoopValues {
  readonly items?: string | undefined
  readonly rounds?: string | undefined
  readonly home?: string | undefined
  readonly only?: string | undefined
}

async function measureLoop({ items = '10000', rounds = '3', home, only }: LoopValues): Promise<number> {
  if (![items, rounds].every((count) => Number.isSafeInteger(Number(count)) && Number(count) > 0))
    return usage('--items: a whole number from 1; --rounds: a whole number from 1')
  console.log(await runLoop(Number(items), Number(rounds), { home, only }))
  return 0
}

async function measureRecall(items = '10000', rounds = '3'): Promise<number> {
  const sizes = items.split(',').map(Number)
  if (![...sizes, Number(rounds)].every((count) => Number.isSafeInteger(count) && count > 0))
    return usage('--items: whole numbers from 1, with commas between; --rounds: a whole number from 1')
  console.log(await runRecall(sizes, Number(rounds)))
  return 0
}

/** What was typed, or what is wrong with it. */
function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        items: { type: 'string' },
        rounds: { type: 'string' },
        systems: { type: 'string' },
        minutes: { type: 'string' },
        keep: { type: 'string' },
        parts: { type: 'string' },
        peers: { type: 'string' },
        banks: { type: 'boolean', default: false },
        home: { type: 'string' },
        only: { type: 'string' },
        accept: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function judge(now: Results): number {
  if (!existsSync(REFERENCE)) {
    return usage(`${REFERENCE} is missing: \`npm run bench -- check --accept\` makes it`)
  }
  const reference = readResults(REFERENCE)
  const sizesOf = ({ sizes }: Results) => sizes.map(({ items }) => items).join(',')
  if (sizesOf(now) !== sizesOf(reference)) {
    return usage(`the reference was measured at ${sizesOf(reference)} items: ratios of other sizes differ`)
  }
  const verdicts = verdictsOf(ratiosOf(now), ratiosOf(reference))
  for (const verdict of verdicts) console.log(line(verdict))
  const fallen = verdicts.filter(({ holds }) => !holds).length
  console.log(fallen === 0 ? `all ${verdicts.length} ratios hold` : `${fallen} of ${verdicts.length} fell`)
  return fallen === 0 && verdicts.length > 0 ? 0 : 1
}

function line({ name, value, reference, limit, better, holds }: Verdict): string {
  const bound = `${better === 'less' ? 'at most' : 'at least'} ${limit.toPrecision(3)}`
  return `${holds ? 'holds' : 'FELL '} ${name}: ${value.toPrecision(3)} (reference ${reference.toPrecision(3)}, ${bound})`
}

function printTable(file: string | undefined): number {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^\d.*\.json$/.test(name)) : []
  const last = names.sort().at(-1)
  const chosen = file ?? (last === undefined ? REFERENCE : join(FOLDER, last))
  if (!existsSync(chosen)) return usage(`${chosen} does not exist`)
  const results = readResults(chosen)
  console.log('points' in results ? millionTable(results as unknown as MillionResults) : tableOf(results))
  return 0
}

function usage(problem: string): number {
  console.error(problem)
  console.error(
    'npm run bench -- [run | check [--accept] | table [file] | vectors | facts | graph | recall | records | documents | million | curves file] [--items n,n] [--rounds n] [--systems a,b] [--minutes n]',
  )
  return 2
}
