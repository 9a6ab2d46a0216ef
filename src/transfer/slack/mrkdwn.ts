/** Names by ids of people and channels. */
export type SlackNames = ReadonlyMap<string, readonly string[]>

/** Text as Slack writes it, as people see it: names for ids, links and characters that were escaped. */
export function readMrkdwn(text: string, names: SlackNames): string {
  const shown = text.replace(/<([^<>\n]{1,3000})>/g, (_whole: string, inner: string) => shownAs(inner, names))
  return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function shownAs(inner: string, names: SlackNames): string {
  const bar = inner.indexOf('|')
  const target = bar === -1 ? inner : inner.substring(0, bar) // slice-ok: at an ASCII character
  const label = bar === -1 ? '' : inner.substring(bar + 1) // slice-ok: at an ASCII character
  const id = target.substring(1) // slice-ok: at an ASCII character
  if (target.startsWith('@')) return `@${names.get(id)?.[0] ?? (label || id)}`
  if (target.startsWith('#')) return `#${label || (names.get(id)?.[0] ?? id)}`
  // A group has its @ in its label.
  if (target.startsWith('!')) return label || `@${id.replace(/[\^].*$/s, '')}`
  const link = target.replace(/^mailto:/, '')
  return label === '' || label === link || link.endsWith(`//${label}`) ? link : `${label} (${link})`
}
