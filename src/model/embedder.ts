/** Makes vectors of texts: near each other where the texts mean much the same. Every provider stands behind this port. */
export interface Embedder {
  readonly model: EmbeddingModel
  /**
   * One vector of unit length for each text, in order. Throws `model_unavailable` when the provider cannot be reached
   * or answers nonsense, and `too_large` when it refuses these texts for their length: then fewer or shorter ones may
   * do (../embedding).
   */
  embed(texts: readonly string[], as: EmbeddedAs, signal?: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}

/** Some models want to know whether a text asks or answers. */
export type EmbeddedAs = 'question' | 'passage'

/** All that a vector depends on beside its text: vectors of two models are never compared. */
export interface EmbeddingModel {
  /** With its provider, e.g. `packaged:minilm-l6-v2`. */
  readonly name: string
  readonly dimensions: number
  readonly pooling: string
  /** How a text is prepared before the model sees it: prefixes, and how long ones are parted. */
  readonly preparation: string
  /** Longest text that it reads to the end, in tokens of about {@link estimateTokens}; longer ones are parted before. */
  readonly maxTokens: number
  /** What it was trained on; `all` where nobody knows better. Texts in other scripts are not embedded. */
  readonly languages: 'all' | 'english'
}

/** Names a model in the store; vectors of another fingerprint are refused, never mixed. */
export function fingerprintOf({ name, dimensions, pooling, preparation }: EmbeddingModel): string {
  return `${name} ${dimensions}d ${pooling} unit ${preparation}`
}
