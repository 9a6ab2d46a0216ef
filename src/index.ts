export { type CallOptions, type Engine, type Memory, openMemory } from './engine.js'
export { type ErrorCode, isRetrySafe, MemoryError } from './errors.js'
export type { MemoryOptions } from './memory-options.js'
export { type ChatModel, type ChatReply, type ChatRequest, ModelFailure } from './model/chat/chat-model.js'
export type { ChatModelOptions, ChatModelSetting, ChatSetting } from './model/chat/chat-setting.js'
export type { Progress } from './operations/operation.js'
export { type Operations, operations } from './operations/table.js'
export type { Audience, Capability, Who } from './reach.js'
export {
  type RemoteAnswer,
  RemoteFailure,
  type RemoteKind,
  type RemoteOptions,
  type RemoteProvider,
} from './remote/remote-provider.js'
export type { RemoteMapSetting, RemoteServerSetting, RemoteSetting } from './remote/remote-setting.js'
export {
  type MoveOptions,
  type MoveProgress,
  type MoveReport,
  moveStore,
} from './transfer/move/move-store.js'
export { type Restored, type RestoreOptions, restoreBackup } from './transfer/restore-backup.js'
export type { Holding, RestorePlan } from './transfer/restore-plan.js'
export { type CompactableRecall, compactRecall } from './user/memory-recall/recall-result.js'
