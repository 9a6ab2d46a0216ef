import { fileURLToPath } from 'node:url'

/** Where a file of this package lies: as far from here in the source as from the built program in dist/bin. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
