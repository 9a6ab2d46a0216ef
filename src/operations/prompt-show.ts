import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { readDecision } from '../prompting/assembly-detail.js'
import { latestPrompt, readKeptPrompt } from '../prompting/kept-prompt.js'
import { knownSession } from '../task/known-session.js'
import { blockNames } from '../task/prompt/block.js'
import { reasonCodes } from '../task/prompt/reason.js'
import { clip } from '../text/clip.js'
import { asOneLine } from '../text/one-line.js'
import { formatMoment } from '../text/zone.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { defineOperation } from './operation.js'
import { blockName } from './prompt-shapes.js'
import { itemId, itemShape, showItem } from './shapes.js'

export const showOnePrompt = defineOperation({
  ...lookedAtByTheUser,
  name: 'prompt.show',
  title: 'What stood in a prompt',
  description:
    'A prompt as it was decided about when it was assembled: its blocks and what each took, every item that was thought ' +
    'of, in or out, with the reason. Nothing is assembled again: what is forgotten by now is named by its id alone. ' +
    'prompt.replay assembles it on what is remembered now.',
  example: 'recollect prompt show --session chat',
  input: z.object({
    id: itemId.optional().describe('the assemblyId: the id of its event in the transcript'),
    session: z.string().min(1).max(1_000).optional().describe('its latest prompt, instead of an id'),
  }),
  output: z.object({
    assemblyId: z.string(),
    session: z.string(),
    seq: z.number().describe('of its event'),
    at: z.string(),
    budgetTokens: z.number(),
    tokens: z.number(),
    givenTokens: z.number().describe("of the caller's own words, which are not kept"),
    blocks: z.array(z.object({ block: z.enum(blockNames), tokens: z.number() })).describe('in their order'),
    items: z.array(
      z.object({
        block: blockName,
        id: z.string().describe('of the item; caller:… for what the call gave'),
        reason: z.enum(reasonCodes).describe('placed: it stood in it'),
        tokens: z.number(),
        by: z.string().nullable().describe('the item in whose place it is not'),
        about: z.string().nullable().describe('how it begins'),
        item: itemShape
          .nullable()
          .describe('as it is now; null for what is forgotten, or was none: a turn of a document, say'),
      }),
    ),
    ask: z
      .string()
      .nullable()
      .describe('id of the message that asks; null where the session does not hold it'),
    task: z.string().nullable().describe('id of the task'),
  }),
  handler: async ({ spine, reach, readLog }, { id, session }) => {
    const known = session === undefined ? undefined : await knownSession(spine, reach, session)
    const { row, detail, items } = await spine.store.read(function* look() {
      const wanted = id ?? (known === undefined ? undefined : yield* latestPrompt(known))
      if (wanted === undefined) throw noneNamed(known !== undefined)
      return yield* readKeptPrompt(spine, reach, wanted)
    })
    readLog.record(reach, 'prompt.show', { items: detail.items.length })
    return {
      assemblyId: row.id,
      session: row.session,
      seq: row.seq,
      at: formatMoment(row.at, spine.zone),
      budgetTokens: detail.budgetTokens,
      tokens: detail.tokens,
      givenTokens: detail.givenTokens,
      blocks: detail.byBlock.flatMap(([block, tokens]) =>
        blockNames.includes(block) ? { block, tokens } : [],
      ),
      items: detail.items.map(readDecision).map((decision) => {
        const item = items.get(decision.id)
        return {
          ...decision,
          about: item === undefined ? null : clip(asOneLine(item.text).trim(), ABOUT_CHARS),
          item: item === undefined ? null : showItem(item, spine.zone),
        }
      }),
      ask: detail.ask,
      task: detail.task,
    }
  },
})

const ABOUT_CHARS = 200

function noneNamed(isEmpty: boolean): MemoryError {
  return isEmpty
    ? new MemoryError(
        'not_found',
        'no prompt of this session was kept',
        'prompt.assemble keeps one where it is given the session',
      )
    : new MemoryError('invalid_input', 'no prompt is named', 'give its id, or a session for its latest one')
}
