import type { RemoteKind } from './remote-provider.js'

/** A memory of elsewhere, and where it comes from. It is nobody's word here: untrusted, and never kept. */
export interface RemoteSnippet {
  readonly provider: string
  readonly host: string | null
  /** By which its service knows it. */
  readonly id: string | null
  readonly kind: RemoteKind
  readonly text: string
  /** Milliseconds UTC: when it was said, where that is known; when it was fetched. */
  readonly at: number | null
  readonly fetchedAt: number
  /** 0 to 1; `isOwnScore`: as its service says. */
  readonly score: number
  readonly isOwnScore: boolean
}
