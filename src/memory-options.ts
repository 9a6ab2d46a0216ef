import type { Env } from './clock.js'
import type { ChatSetting } from './model/chat/chat-setting.js'
import type { EmbedderSetting } from './model/embedder-setting.js'
import type { RemoteSetting } from './remote/remote-setting.js'
import type { RecordsSetting } from './user/records/record-place.js'

/** How a memory is opened. What is not said is read from the environment, then from `config.json` (./settle-options.ts). */
export interface MemoryOptions {
  /** Folder of the store; `RECOLLECT_HOME`, else `~/.recollect`, when absent. */
  readonly home?: string
  /**
   * Where everything is kept: `postgres://USER@HOST/DATABASE`, a database of a server (docs/scaling.md), or `file`, the one
   * of the home folder. `RECOLLECT_STORE` when absent, else `store` of `config.json` in the home folder, else `file`.
   */
  readonly store?: string
  /**
   * Standbys of the server, for what only reads (docs/scaling.md): what this process wrote is always found. The variable
   * `RECOLLECT_POSTGRES_REPLICAS` (addresses with spaces between) when absent, else `replicas` of `config.json`, else none.
   */
  readonly replicas?: readonly string[]
  /**
   * On a server: how many calls of this process may use it at once, each on a connection of its own; others wait.
   * `RECOLLECT_POSTGRES_POOL_SIZE` when absent, else `poolSize` of `config.json`, else 10.
   */
  readonly poolSize?: number
  /**
   * On a server: how long one statement may run before its call fails with `store_busy`, in milliseconds.
   * `RECOLLECT_POSTGRES_STATEMENT_TIMEOUT_MS` when absent, else `statementTimeoutMs` of `config.json`, else 30,000.
   */
  readonly statementTimeoutMs?: number
  /** `full` (default): what was acknowledged survives a power cut. `normal`: the last commits may not. */
  readonly durability?: 'full' | 'normal'
  /** IANA time zone in which the user's days begin and end. Default: this machine's. */
  readonly zone?: string
  /** How long a write waits for other processes before `store_busy`, in milliseconds. Default 15,000. */
  readonly busyTimeoutMs?: number
  /**
   * Makes vectors of texts, so that a question finds what was meant (docs/embedders.md). `RECOLLECT_EMBEDDER` when
   * absent, else `auto`: a model on this machine, loaded when it is first needed. One of your own is yours to close.
   */
  readonly embedder?: EmbedderSetting
  /**
   * Chat models, for what words alone cannot do (docs/models.md): `ollama:qwen3`, `anthropic:MODEL` …, one for all or one
   * for each role. `RECOLLECT_MODEL` when absent, else `config.json` in the home folder, else none.
   */
  readonly model?: ChatSetting
  /** Tokens that the chat models of one bank may use in a day (UTC). Default 200,000. */
  readonly modelDailyTokens?: number
  /**
   * Where a new store keeps memory records: `database` (the store alone), `folder` (also as Markdown files in `records` of
   * the home folder, which a person may change), a folder of your own, or `s3://bucket/prefix` (docs/records.md).
   * `RECOLLECT_RECORDS` when absent, else `config.json` in the home folder, else `database`. A store that has records
   * keeps its place: another one is refused with `conflict`, and `record.move` changes it. `kept`: wherever that is.
   */
  readonly records?: RecordsSetting
  /**
   * Memories that lie elsewhere and may be asked (docs/remote.md): other Recollects, services that answer JSON, functions of
   * your own. `remotes` of `config.json` in the home folder when absent, else none.
   */
  readonly remotes?: readonly RemoteSetting[]
  /**
   * On a database that many processes share: how many jobs of all banks this process does at a time, beside its own calls
   * (docs/scaling.md). Default 0: it does what its own calls have made, where no other process is at it.
   */
  readonly workers?: number
  /** For a program that ends in a moment: loads no model, and asks the process that holds one. */
  readonly isBrief?: boolean
  /** For a server, whose first question comes soon: loads the model at once, if the store has vectors. */
  readonly isWarm?: boolean
  /**
   * Whether searches are kept for 30 days, so that they can be explained (docs/why-found.md). `RECOLLECT_RECALL_LOG`
   * (`on`, `off`) when absent, else true.
   */
  readonly recallLog?: boolean
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}
