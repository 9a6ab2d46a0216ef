/** The token that a request shows; undefined where it shows none. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}
