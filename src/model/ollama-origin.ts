/**
 * Where the Ollama of this user is, by OLLAMA_HOST, which names what a client asks and what a server listens on:
 * `127.0.0.1`, `localhost:11500`, `http://[::1]:11434`, `0.0.0.0`; this machine where it names nothing.
 */
export function ollamaOrigin(host: string | undefined): string {
  const given = host?.trim() ?? ''
  if (given === '') return DEFAULT_OLLAMA
  const hasScheme = /^https?:\/\//i.test(given)
  if (!URL.canParse(hasScheme ? given : `http://${given}`)) return DEFAULT_OLLAMA
  const url = new URL(hasScheme ? given : `http://${given}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.port === '' && !hasScheme) url.port = '11434'
  return url.origin
}

export const DEFAULT_OLLAMA = 'http://127.0.0.1:11434'
