import { disarm } from '../../text/disarm.js'
import { inFence, stripFenced, withoutMarks } from '../../text/fence.js'
import { formatMoment } from '../../text/zone.js'
import { pairCalls } from '../compaction/pair-calls.js'
import { whereWhole } from '../compaction/trim-results.js'
import type { SessionEvent } from '../event.js'
import type { PromptItem } from './block.js'
import type { PromptCall, PromptResult, PromptTurn } from './prompt-turn.js'

export interface TurnRules {
  /** IANA. */
  readonly zone: string
  /**
   * What stands for the result of a tool in later prompts, where it is not to be repeated: what memory recalled shows as
   * count and status, what documents said as pointers. Undefined: as it is.
   */
  standIn(event: SessionEvent): string | undefined
}

/**
 * The events of a session as turns of a conversation, oldest first: a step of the assistant with its calls and all their
 * results is one item, and never parted. A call that has no result gets one that says so; a result whose call is not there
 * becomes a note. What the model has not seen yet, behind its last word, has to stand in the prompt. Reasoning and titles
 * are left out: they are for who reads the transcript.
 */
export function turnItems(events: readonly SessionEvent[], rules: TurnRules): PromptItem[] {
  const steps: Step[] = []
  const callOf = new Map([...pairCalls(events)].map(([call, result]) => [result, events[call]?.seq]))
  const open = new Map<number, Step>()
  for (const [index, event] of events.entries()) {
    const last = steps.at(-1)
    switch (event.type) {
      case 'tool_call': {
        const step =
          last?.role === 'assistant' && last.results.size === 0 ? last : newStep(steps, 'assistant')
        const callId = `call_${event.seq}`
        step.events.push(event)
        step.calls.push({ callId, tool: toolOf(event), input: event.text, whole: whereWhole(event) })
        open.set(event.seq, step)
        break
      }
      case 'tool_result': {
        const call = callOf.get(index)
        const step = call === undefined ? undefined : open.get(call)
        const text = rules.standIn(event) ?? withoutMarks(event.text)
        const whole = whereWhole(event)
        if (step === undefined) {
          const what = `(result of ${inFence(toolOf(event))}, whose call is not shown)`
          addNote(steps, event, `${what}\n${disarm(text)}`, whole)
          break
        }
        const callId = `call_${call}`
        step.events.push(event)
        step.results.set(callId, {
          callId,
          tool: toolOf(event),
          // Providers refuse a failure that says nothing.
          text: text.trim() === '' ? '(no output)' : text,
          isError: event.data.isError === true,
          whole,
        })
        break
      }
      case 'message':
        if (event.role === 'assistant') {
          const step = newStep(steps, 'assistant')
          step.events.push(event)
          step.text = unshown(event.text)
        } else if (event.role === 'user') addNote(steps, event, spoken(event, unshown(event.text)))
        else addNote(steps, event, `(${inFence(event.role)}) ${disarm(unshown(event.text))}`)
        break
      case 'file_snapshot':
        addNote(
          steps,
          event,
          `(file ${inFence(event.data.path ?? 'unnamed')})\n${withoutMarks(disarm(event.text))}`,
          whereWhole(event),
        )
        break
      case 'recall': {
        const text = rules.standIn(event)
        if (text !== undefined) addNote(steps, event, text)
        break
      }
      default:
    }
  }
  const said = steps.filter(saysSomething)
  const latest = said.findLastIndex(({ role }) => role === 'assistant')
  const isAtWork = (said[latest]?.calls.length ?? 0) > 0
  return said.map((step, order) => ({
    ...itemOf(step, rules.zone),
    order,
    ...(isAtWork && order === latest ? { isRequired: true } : {}),
    ...(isAtWork && order > latest && step.whole !== undefined ? { isUnseen: true } : {}),
  }))
}

/** A message without the memory that was shown in it: what it said stands in the prompt by itself, if at all. */
function unshown(text: string): string {
  const rest = stripFenced(text)
  if (rest === text) return text
  return rest
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

interface Step {
  readonly role: 'user' | 'assistant'
  readonly events: SessionEvent[]
  text: string
  readonly calls: PromptCall[]
  readonly results: Map<string, PromptResult>
  /** Where all of it is, of a file or an output. */
  whole?: string
}

function newStep(steps: Step[], role: Step['role']): Step {
  const step: Step = { role, events: [], text: '', calls: [], results: new Map() }
  steps.push(step)
  return step
}

function addNote(steps: Step[], event: SessionEvent, text: string, whole?: string): void {
  const step = newStep(steps, 'user')
  step.events.push(event)
  step.text = text
  if (whole !== undefined) step.whole = whole
}

/** In a session of one person nobody has to be named. */
function spoken({ speaker }: SessionEvent, text: string): string {
  return speaker === null || text === '' ? text : `${speaker}: ${text}`
}

function toolOf({ data }: SessionEvent): string {
  return data.tool ?? 'tool'
}

function saysSomething({ text, calls }: Step): boolean {
  return text.trim() !== '' || calls.length > 0
}

function itemOf(step: Step, zone: string): PromptItem {
  const first = step.events[0] as SessionEvent
  const turns = turnsOf(step)
  return {
    id: first.id,
    text: step.text,
    as: 'turns',
    origin: first.origin,
    trust: first.trust,
    day: formatMoment(first.at, zone).substring(0, 10), // slice-ok: ASCII
    score: 0,
    authority: 'turn',
    conflictKeys: [],
    at: first.at,
    turns,
    events: step.events.map(({ id }) => id),
  }
}

function turnsOf({ role, text, calls, results, whole }: Step): PromptTurn[] {
  if (role === 'user') return [{ role, text, ...(whole === undefined ? {} : { whole }) }]
  const said: PromptTurn = { role, text, calls }
  if (calls.length === 0) return [said]
  return [said, { role: 'tool', results: calls.map((call) => results.get(call.callId) ?? lost(call)) }]
}

function lost({ callId, tool }: PromptCall): PromptResult {
  return { callId, tool, text: '(no result: the call was interrupted)', isError: true }
}
