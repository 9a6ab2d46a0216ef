import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOutline } from '../../src/document/outline/read-outline.js'
import { installPeers } from '../peers.js'
import { median, quantile } from '../statistics.js'
import { copyOf, type Documentation, type File, type Link, readDocumentation } from './documentation.js'
import { type SectionText, sectionSystems } from './section-systems.js'

/**
 * Measures how documents are taken in and how their sections are found, beside others on the same corpus: Vue's English
 * documentation, which answers, and copies of it in other words.
 */
export async function runDocuments(
  sizes: readonly number[],
  folder: string,
  names: readonly string[] = Object.keys(sectionSystems),
): Promise<string> {
  const documentation = readDocumentation(folder)
  if (documentation === undefined)
    return `${folder} has no md_docs: RECOLLECT_EVAL names the folder of the sets`
  installPeers()
  const lines = [
    '| sections | system | files in, MB/s | search p50, ms | p95 | recall@5 | asked | read a section p50, ms |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const size of sizes) {
    const { files, sections, parseMs, bytes } = libraryOf(documentation, size)
    for (const name of names) {
      const measured = await measure(name, documentation.links, files, sections)
      lines.push(lineOf(name, sections.length, bytes, measured))
    }
    lines.push(`| ${sections.length} | the parser alone | ${rate(bytes, parseMs)} | | | | | |`)
  }
  return `${lines.join('\n')}\n\nload of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`
}

interface Library {
  readonly files: readonly File[]
  readonly sections: readonly SectionText[]
  readonly parseMs: number
  readonly bytes: number
}

function libraryOf(documentation: Documentation, size: number): Library {
  const files: File[] = []
  const sections: SectionText[] = []
  let parseMs = 0
  for (let number = 0; sections.length < size; number++) {
    const copy = copyOf(documentation, number)
    files.push(...copy)
    for (const { path, content } of copy) {
      const from = performance.now()
      const { title, places } = readOutline(content)
      parseMs += performance.now() - from
      for (const { anchor, heading, start, end } of places)
        sections.push({
          place: `${path}#${anchor}`,
          title: title ?? '',
          heading,
          text: content.substring(start, end),
        })
    }
  }
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return { files, sections: onceEach(sections), parseMs, bytes }
}

/** Some systems take no two of one name. */
function onceEach(sections: readonly SectionText[]): SectionText[] {
  return [...new Map(sections.map((section) => [section.place, section])).values()]
}

interface Measured {
  readonly fillMs: number
  readonly times: readonly number[]
  readonly found: number
  readonly reads: readonly number[]
}

/** No system is asked longer. */
const ASK_MS = 30_000
const WARM_UP = 20

async function measure(
  name: string,
  links: readonly Link[],
  files: readonly File[],
  sections: readonly SectionText[],
): Promise<Measured> {
  const open = sectionSystems[name]
  if (open === undefined) throw new RangeError(`no such system: ${name}`)
  const home = mkdtempSync(join(tmpdir(), 'recollect-bench-'))
  const system = await open(home)
  try {
    const from = performance.now()
    await system.fill(files, () => sections)
    const fillMs = performance.now() - from
    for (const { question } of links.slice(0, WARM_UP)) await system.search(question, LIMIT)
    const times: number[] = []
    let found = 0
    const until = performance.now() + ASK_MS
    for (const { question, source, gold } of links) {
      if (performance.now() > until) break
      const asked = performance.now()
      const places = await system.search(question, LIMIT)
      times.push(performance.now() - asked)
      if (
        places
          .filter((place) => place !== source)
          .slice(0, TOP)
          .includes(gold)
      )
        found += 1
    }
    return { fillMs, times, found, reads: await readAll(system.read, links) }
  } finally {
    await system.close()
    rmSync(home, { recursive: true })
  }
}

const TOP = 5
/** One more: the section that the question stands in is no answer. */
const LIMIT = TOP + 1

async function readAll(
  read: ((path: string, anchor: string) => Promise<unknown>) | undefined,
  links: readonly Link[],
): Promise<number[]> {
  const times: number[] = []
  for (const { gold } of read === undefined ? [] : links) {
    const [path = '', anchor = ''] = gold.split('#')
    const from = performance.now()
    await read?.(path, anchor)
    times.push(performance.now() - from)
  }
  return times
}

function lineOf(
  name: string,
  sections: number,
  bytes: number,
  { fillMs, times, found, reads }: Measured,
): string {
  const cells = [
    sections,
    name,
    rate(bytes, fillMs),
    median(times).toFixed(2),
    quantile(times, 0.95).toFixed(2),
    (found / times.length).toFixed(3),
    times.length,
    reads.length === 0 ? '' : median(reads).toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

function rate(bytes: number, ms: number): string {
  return (bytes / 1_000 / ms).toFixed(2)
}
