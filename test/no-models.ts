import type { ChatModels } from '../src/model/chat/chat-models.js'

/** Where no chat model is configured. */
export const noModels: ChatModels = {
  nameOf: () => undefined,
  ask: async () => ({
    ok: false,
    reason: 'off',
    detail: 'no chat model is configured',
    model: null,
  }),
  askWithTools: async () => ({
    ok: false,
    reason: 'off',
    detail: 'no chat model is configured',
    model: null,
    steps: 0,
  }),
}
