import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { spokenDay, spokenTime } from '../wording/spoken-time.js'
import { paragraphs } from './block.js'
import { below } from './knowledge.js'
import type { View } from './view.js'

type Recalled = z.output<Operations['remoteRecall']['output']>
type Listed = z.output<Operations['remoteList']['output']>

/** What is remembered elsewhere, each with where it comes from; then who told nothing, and why. */
export function renderSnippets({ snippets, missing }: Recalled, view: View): string {
  const told = snippets.map(({ text, provider, host, id, kind, at, score }) => {
    const facts = [
      host === null ? provider : `${provider} at ${host}`,
      kind,
      ...(at === null ? [] : [spokenDay(at, view.zone)]),
      `score ${score.toFixed(2)}`,
      ...(id === null ? [] : [id]),
    ]
    return [...paragraphs(printable(text), 0, view), ...below(facts, undefined, view)].join('\n')
  })
  const without = missing.map(({ provider, reason }) => printableLine(`${provider}: ${reason}`))
  const nothing = snippets.length + missing.length === 0 ? [NONE] : []
  return [...told, ...(without.length === 0 ? [] : [without.join('\n')]), ...nothing].join('\n\n')
}

/** Which memories elsewhere are asked, and how they stand. */
export function renderRemotes({ remotes }: Listed, view: View): string {
  if (remotes.length === 0) return NONE
  return remotes
    .map(({ name, host, kinds, state, restsUntil }) => {
      const until = restsUntil === null ? '' : ` until ${spokenTime(restsUntil, view)}`
      const stands = { ready: 'ready', resting: `rests${until}`, not_yours: 'not asked for you here' }[state]
      return printableLine(`${name}: ${[host ?? 'in this program', kinds.join(', '), stands].join(' · ')}`)
    })
    .join('\n')
}

const NONE = 'No memory elsewhere is configured: docs/remote.md says how.'
