import { appliesAt, listInstructions, type Place } from '../user/instructions.js'
import { type Gathered, memoryItem, type PromptWorld, plainItem } from './gathered.js'

/** What the caller's program wants done, which has to be there, and what the user does, the most important first. */
export async function instructionsBlock(
  { spine, reach }: PromptWorld,
  place: Place,
  given: string | undefined,
): Promise<Gathered> {
  const now = spine.env.now()
  const all = await spine.store.read(listInstructions, spine, reach, now)
  return {
    items: [
      ...(given === undefined ? [] : [plainItem('caller:instructions', given, { isRequired: true })]),
      ...all
        .filter(({ isEnabled }) => isEnabled)
        .map(({ item, priority, ...terms }) =>
          memoryItem({ ...item, at: item.occurredAt ?? item.recordedAt }, spine.zone, {
            score: priority,
            expiresAt: item.fact?.expiresAt ?? null,
            isElsewhere: !appliesAt({ ...terms, priority }, place),
          }),
        ),
    ],
  }
}
