import type { Memory } from '../../engine.js'

/** An event as `transcript.append` takes it. */
export type NewEvent = Parameters<Memory['transcriptAppend']>[0]['events'][number]

/** Why what a model said has no end: whoever asked gave it up, or it broke off. */
export type CutShort = 'aborted' | 'failed'
