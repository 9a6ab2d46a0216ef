import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Spine } from '../items/spine.js'
import { type Rereadable, rereadFile, rereadStream } from '../transfer/archive/reread.js'
import type { ByteSource } from '../transfer/lines.js'

/**
 * What a caller gave to be read more than once: a file where it lies, else its content, which is kept beside the store where
 * it is a stream. Whoever asks for it closes it. Throws `not_found` and `invalid_input`.
 */
export function rereadGiven(
  { store, env }: Pick<Spine, 'store' | 'env'>,
  { content = '', file }: { readonly content?: ByteSource | undefined; readonly file?: string | undefined },
): Promise<Rereadable> {
  if (file !== undefined) return rereadFile(resolve(file))
  return rereadStream(content, join(store.folder ?? tmpdir(), `recollect-${env.newId()}.tmp`))
}
