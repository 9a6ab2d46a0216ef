import { afterEach } from 'vitest'
import { inBucket, type ObjectsPlace } from './open-objects.js'
import { type StrictServer, startStrictServer } from './strict-server.js'

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

/** A bucket of its own with records in it; closed when the test ends. */
export async function opened(options: Parameters<typeof inBucket>[1] = {}) {
  const server = await startStrictServer()
  closing.push(server)
  const place = await inBucket(server.bucket, options)
  return { server, place, ...(await openedAt(place)), ...shown(server, place) }
}

/** As another process sees it. */
export async function openedAt(place: ObjectsPlace) {
  const one = await place.open()
  closing.push(one)
  return one
}

function shown(server: StrictServer, place: ObjectsPlace) {
  return {
    put: (file: string, bytes: string | Buffer) => server.put(place.keyOf(file), bytes),
    text: (file: string) => server.text(place.keyOf(file)),
    files: () =>
      [...server.objects.keys()]
        .filter(
          (key) => key.startsWith(place.keyOf('')) && key.endsWith('.md') && server.text(key) !== undefined,
        )
        .map((key) => key.replace(place.keyOf(''), ''))
        .sort(),
  }
}
