import type { Embedder, EmbeddingModel } from './embedder.js'

/**
 * The embedder of one open store. Nothing is loaded, asked or opened before it is first needed. Ask it anew for every
 * question and every batch: models are put away when idle, and the process that shares one may end.
 */
export interface EmbedderSource {
  /** For stats: what is in use. Loads and asks nothing. */
  current(): EmbedderState
  /**
   * For a search: what answers without loading. Where a model must be loaded the loading begins and is not waited for;
   * asking another process whether it holds one takes 200 ms at most, and a server is waited for until the signal is
   * aborted, once. Never throws.
   */
  atOnce(signal?: AbortSignal): Promise<Embedder | NoEmbedder>
  /**
   * For the pipeline: waits until the model is loaded. Throws `model_unavailable` where it failed to load (the next
   * call tries again), and the signal's reason when that is aborted; the loading itself goes on for the others. In the
   * background it does not keep the program alive meanwhile.
   */
  get(signal?: AbortSignal, options?: { readonly isInBackground?: boolean }): Promise<Embedder | NoEmbedder>
  /** Ends what runs and waits. Afterwards the source is off. */
  close(): Promise<void>
}

/** Why there is none, as a sentence for a person without its full stop: what `missing.vectors` may say. */
export interface NoEmbedder {
  readonly off: string
}

/** A model is known as soon as it was ready once; `why` says what went wrong at the last attempt. */
export type EmbedderState =
  | { readonly state: 'off'; readonly why: string }
  | { readonly state: 'not loaded' | 'loading'; readonly model?: EmbeddingModel; readonly why?: string }
  | { readonly state: 'ready'; readonly model: EmbeddingModel }

export function isEmbedder(given: Embedder | NoEmbedder): given is Embedder {
  return 'embed' in given
}
