import type { Env } from '../clock.js'
import { type Embedder, type EmbeddingModel, fingerprintOf } from './embedder.js'
import { type EmbedderSetting, readEmbedderSetting } from './embedder-setting.js'
import { type EmbedderSource, isEmbedder, type NoEmbedder } from './embedder-source.js'
import type { HttpEmbedderOptions } from './http-embedder.js'
import { createLazySource, type Finding, type Held } from './lazy-source.js'
import type { PackagedEmbedder, PackagedOptions } from './packaged-embedder.js'
import { PACKAGED_MODEL } from './packaged-model.js'
import { createSharing } from './sharing.js'

export interface ChooseOptions {
  /** What the program asked for; the environment decides where it asked for nothing. */
  readonly setting?: EmbedderSetting | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly env: Pick<Env, 'now' | 'sleep'>
  /** Folder of the store. Without one nothing is shared between processes. */
  readonly home?: string
  /** For a command that ends in a moment: loads no model, offers none, and asks the process that holds one. */
  readonly isBrief?: boolean
  /** The fingerprint of the vectors that the store has: `auto` stays with their model. */
  readonly storedModel?: () => Promise<string | undefined>
  /** Of the packaged model, for tests. */
  readonly packaged?: PackagedOptions
}

/**
 * The embedder of a store, as configured; where nothing is: an Ollama on this machine that has nomic-embed-text, else
 * the packaged model, else none. A server elsewhere only where it is configured. Throws `invalid_input` for a setting
 * that makes no sense; all else is found out at the first use.
 */
export function chooseEmbedder(options: ChooseOptions): EmbedderSource {
  // Threads, sockets and HTTP are imported where they are needed: most short commands need none of them.
  const { environment, env, home, isBrief = false } = options
  const setting = readEmbedderSetting(options.setting, environment) ?? 'auto'
  if (setting === 'off') return switchedOff()
  const sharing = home === undefined || isBrief ? undefined : createSharing(home, env)
  /** What is open now, beside the packaged model: to another process, or to a server. */
  let remote: Embedder | undefined
  let packaged: PackagedEmbedder | undefined

  async function findShared(
    { signal }: Finding,
    accepts: (model: EmbeddingModel) => boolean = () => true,
  ): Promise<Held | NoEmbedder> {
    if (home === undefined) return { off: 'this store has no folder in which an embedder could be shared' }
    const { connectSharedEmbedder } = await import('./shared-embedder.js')
    const shared = await connectSharedEmbedder(home, { accepts })
    if (!isEmbedder(shared)) return shared
    remote = shared
    if (signal.aborted) await shared.close()
    return { embedder: shared, isReady: shared.isOpen, isShared: true }
  }

  async function findPackaged(finding: Finding): Promise<Held | NoEmbedder> {
    const wanted = fingerprintOf(PACKAGED_MODEL)
    const shared = await findShared(finding, (model) => fingerprintOf(model) === wanted)
    if (isBrief || !('off' in shared)) return shared
    finding.loads()
    const { createPackagedEmbedder } = await import('./packaged-embedder.js')
    finding.signal.throwIfAborted()
    packaged ??= createPackagedEmbedder({
      ...options.packaged,
      isInBackground: true,
      onChange: (isLoaded) => {
        if (isLoaded && packaged !== undefined) sharing?.offer(packaged)
        if (!isLoaded) void sharing?.withdraw()
      },
    })
    const found = await packaged.load()
    return isEmbedder(found) ? { embedder: found, isReady: packaged.isLoaded } : found
  }

  async function findServer(server: HttpEmbedderOptions, { signal }: Finding): Promise<Held> {
    const { openHttpEmbedder } = await import('./http-embedder.js')
    const embedder = await openHttpEmbedder(server, env, signal)
    remote = embedder
    return { embedder, isReady: () => true }
  }

  async function findAny(finding: Finding): Promise<Held | NoEmbedder> {
    if (isBrief) return findShared(finding)
    const stored = await options.storedModel?.()
    if (stored?.startsWith(PACKAGED_MODEL.name) !== true) {
      const { findOllama } = await import('./find-ollama.js')
      const ollama = await findOllama(environment['OLLAMA_HOST'], OLLAMA_MS, finding.signal)
      if (ollama !== undefined) return findServer(ollama, finding)
      if (stored?.startsWith(OLLAMA_MODEL) === true) return { off: OLLAMA_IS_GONE }
    }
    return findPackaged(finding)
  }

  function find(finding: Finding): Promise<Held | NoEmbedder> {
    if (setting === 'auto') return findAny(finding)
    if (setting === 'packaged') return findPackaged(finding)
    if (typeof setting === 'string') return findShared(finding)
    if ('url' in setting) return findServer(setting, finding)
    return Promise.resolve({ embedder: setting, isReady: () => true })
  }

  return createLazySource({
    find,
    env,
    // Whether another process holds one is asked in no time, and may change at any.
    restMs: isBrief || setting === 'shared' ? 0 : REST_MS,
    ...(setting === 'packaged' ? { model: PACKAGED_MODEL } : {}),
    used: ({ embedder, isShared = false }) => {
      // What another process holds is offered by that one.
      if (!isShared) sharing?.offer(embedder)
    },
    close: async () => {
      await packaged?.close()
      await sharing?.withdraw()
      await remote?.close()
    },
  })
}

/** Where nobody listens that is known at once; a busy machine must not make the choice another one. */
const OLLAMA_MS = 2_000
const REST_MS = 30_000
const OLLAMA_MODEL = 'http:nomic-embed-text'
const OLLAMA_IS_GONE =
  'the vectors of this store are of nomic-embed-text, and no Ollama on this machine has it now: start Ollama, ' +
  'or set RECOLLECT_EMBEDDER=packaged and run recollect embed --all'

function switchedOff(): EmbedderSource {
  const none: NoEmbedder = { off: 'embeddings are switched off' }
  return {
    current: () => ({ state: 'off', why: none.off }),
    atOnce: async () => none,
    get: async () => none,
    close: async () => undefined,
  }
}
