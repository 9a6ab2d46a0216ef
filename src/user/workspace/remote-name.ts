/**
 * What a remote of git is called, whoever reaches it and how: `git@github.com:Acme/Web.git`,
 * `https://ann:token@github.com/acme/web` and `ssh://git@github.com:22/acme/web/` are all `github.com/acme/web`. Who logs
 * in, with what, and at which port is not part of it. Undefined for a folder of this machine, for what is no address, and
 * for what may hold who logs in where no rule tells it apart; for signs that cannot be seen, and for paths that lead back.
 */
export function remoteName(url: string): string | undefined {
  const text = url.trim()
  if (text === '' || text.length > LONGEST_URL_CHARS) return undefined
  const withScheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.exec(text)
  const address = withScheme === null ? ofShortForm(text) : ofUrl(text, withScheme[0])
  if (address === undefined) return undefined
  const parts = address.path.split('/').filter((part) => part !== '' && part !== '.')
  const path = parts.join('/').replace(/\.git$/i, '')
  // Hosts take both cases for one, and so do the services that most code lies with.
  const name = `${address.host}/${path}`.toLowerCase().normalize('NFC')
  const isPlain = path !== '' && !parts.includes('..') && !/[@\s\p{Cc}\p{Cf}\p{Cs}]/u.test(name)
  return isPlain ? name : undefined
}

interface Address {
  readonly host: string
  readonly path: string
}

function ofUrl(text: string, scheme: string): Address | undefined {
  if (/^file:/i.test(scheme)) return undefined
  const rest = before(before(text.substring(scheme.length), '?'), '#') // slice-ok: behind ASCII
  const at = rest.indexOf('/')
  if (at < 0) return undefined
  const host = hostOf(rest.substring(0, at)) // slice-ok: before ASCII
  return host === undefined ? undefined : { host, path: decoded(rest.substring(at)) } // slice-ok: at ASCII
}

/** `git@github.com:acme/web`; a path may have a colon too, behind a slash, and Windows names drives by one letter. */
function ofShortForm(text: string): Address | undefined {
  const colon = text.indexOf(':')
  const slash = text.indexOf('/')
  if (colon < 2 || (slash >= 0 && slash < colon)) return undefined
  const host = hostOf(text.substring(0, colon)) // slice-ok: before ASCII
  // `https:/host/…`: a scheme that was written wrong.
  if (host === undefined || /^(?:https?|ssh|git|ftps?)$/i.test(host)) return undefined
  return { host, path: before(before(text.substring(colon + 1), '?'), '#') } // slice-ok: behind ASCII
}

/** Without who logs in, and without a port: the same code is served at several. */
function hostOf(authority: string): string | undefined {
  const host = authority.substring(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '') // slice-ok: behind ASCII
  return /^(?:[\p{L}\p{N}._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/iu.test(host) ? host : undefined
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? text : text.substring(0, at) // slice-ok: before ASCII
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // A lone percent sign is part of the name.
  }
}

const LONGEST_URL_CHARS = 2_000
