/** The addresses of a repository's remotes, by their names, as its `config` says; nothing else in it is looked at. */
export function readRemotes(config: string): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.split('\n')) {
    const text = line.trim()
    if (text.startsWith('[')) {
      remote = remoteOf(text)
      continue
    }
    const at = text.indexOf('=')
    if (remote === undefined || at < 0 || text.substring(0, at).trim().toLowerCase() !== 'url') continue // slice-ok: before ASCII
    const url = unquoted(text.substring(at + 1).trim()) // slice-ok: behind ASCII
    if (url !== '' && !remotes.has(remote)) remotes.set(remote, url)
  }
  return remotes
}

/** `[remote "origin"]`: the word in whatever case, the name as it stands. */
function remoteOf(header: string): string | undefined {
  const quoted = /^\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(header)
  return quoted?.[1]?.replace(/\\(.)/g, '$1')
}

/** Without quotes, and without a comment behind it. */
function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value)
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1')
  return (/^[^#;]*/.exec(value)?.[0] ?? '').trim()
}
