/** What a downloaded file is called: `recollect-acme-web-2026-03-01.jsonl`. */
export function exportName(what: string, ending: string, now: number): string {
  const day = new Date(now).toISOString().substring(0, 10)
  const name = what.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return ['recollect', name, day].filter((part) => part !== '').join('-') + `.${ending}`
}
