/** The variable in which clients look for a key: it stands in no file of settings. */
const KEY_VARIABLE = 'RECOLLECT_KEY'

/** Puts a key where commands find it. */
export function exportOf(key: string): string {
  return `export ${KEY_VARIABLE}='${key}'`
}

/** Asks the server what it remembers. */
export function curlOf(origin: string): string {
  return [
    `curl -s "${origin}/api/v1/memory/search?question=where+does+Mia+live"`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ].join(' \\\n  ')
}
