import { call } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import type { InputOf, OutputOf } from '../../../api/operation-types.js'
import { attempt, notify } from '../../../parts/notice.js'
import { t } from './words.js'

export type Instruction = OutputOf<'memory.instructions'>['instructions'][number]
export type InstructionScope = Instruction['scope']

export const instructionScopes = [
  'global',
  'channel',
  'session',
] as const satisfies readonly InstructionScope[]

/** What the block of a prompt takes at most. */
export const BLOCK_TOKENS = 200

/** Where it applies, in words. */
export function scopeInWords({ scope, scopeName }: Pick<Instruction, 'scope' | 'scopeName'>): string {
  if (scope === 'channel' && scopeName !== null) return t('channelNamed', scopeName)
  return scope === 'session' && scopeName !== null ? t('sessionNamed', scopeName) : t('global')
}

/** Its words and when they apply, as they are added: the same words again are the same instruction. */
export function termsOf({ text, scope, scopeName, priority, fact }: Instruction): InputOf<'memory.instruct'> {
  const expiresAt = fact?.expiresAt ?? null
  return {
    action: 'add',
    text,
    scope,
    priority,
    ...(scopeName === null ? {} : { scopeName }),
    ...(expiresAt === null ? {} : { expiresAt }),
  }
}

/** Turns one off, or on again; the other way round undoes it. */
export function toggle({ id, isEnabled }: Pick<Instruction, 'id' | 'isEnabled'>): void {
  const turn = async (action: 'enable' | 'disable') => {
    await call('memory.instruct', { action, id })
    noticeChange()
  }
  void attempt(async () => {
    await turn(isEnabled ? 'disable' : 'enable')
    notify(isEnabled ? t('turnedOff') : t('turnedOn'), { undo: () => turn(isEnabled ? 'enable' : 'disable') })
  })
}
