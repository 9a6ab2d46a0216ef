import { stripFenced, withoutMarks } from '../../text/fence.js'
import { formatMoment } from '../../text/zone.js'
import type { SessionEvent } from '../event.js'
import type { PromptItem } from './block.js'
import type { PromptResult, PromptTurn } from './prompt-turn.js'

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
 * becomes a note. Reasoning and titles are left out: they are for who reads the transcript.
 */
export function turnItems(events: readonly SessionEvent[], rules: TurnRules): PromptItem[] {
  const steps: Step[] = []
  const open = new Map<string, Step>()
  for (const event of events) {
    const last = steps.at(-1)
    switch (event.type) {
      case 'tool_call': {
        const step =
          last?.role === 'assistant' && last.results.size === 0 ? last : newStep(steps, 'assistant')
        const callId = `call_${event.seq}`
        step.events.push(event)
        step.calls.push({ callId, tool: toolOf(event), input: event.text })
        open.set(callKey(event), step)
        step.ids.set(callKey(event), callId)
        break
      }
      case 'tool_result': {
        const step = open.get(callKey(event))
        const text = rules.standIn(event) ?? withoutMarks(event.text)
        if (step === undefined) {
          addNote(steps, event, `(result of ${toolOf(event)}, whose call is not shown)\n${text}`)
          break
        }
        const callId = step.ids.get(callKey(event)) as string
        open.delete(callKey(event))
        step.events.push(event)
        step.results.set(callId, { callId, tool: toolOf(event), text, isError: event.data.isError === true })
        break
      }
      case 'message':
        if (event.role === 'assistant') {
          const step = newStep(steps, 'assistant')
          step.events.push(event)
          step.text = unshown(event.text)
        } else if (event.role === 'user') addNote(steps, event, spoken(event, unshown(event.text)))
        else addNote(steps, event, `(${event.role}) ${unshown(event.text)}`)
        break
      case 'file_snapshot':
        addNote(steps, event, `(file ${event.data.path ?? 'unnamed'})\n${withoutMarks(event.text)}`)
        break
      case 'recall': {
        const text = rules.standIn(event)
        if (text !== undefined) addNote(steps, event, text)
        break
      }
      default:
    }
  }
  return steps.filter(saysSomething).map((step, order) => ({ ...itemOf(step, rules.zone), order }))
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
  readonly calls: { readonly callId: string; readonly tool: string; readonly input: string }[]
  /** By what the runtime calls them. */
  readonly ids: Map<string, string>
  readonly results: Map<string, PromptResult>
}

function newStep(steps: Step[], role: Step['role']): Step {
  const step: Step = { role, events: [], text: '', calls: [], ids: new Map(), results: new Map() }
  steps.push(step)
  return step
}

function addNote(steps: Step[], event: SessionEvent, text: string): void {
  const step = newStep(steps, 'user')
  step.events.push(event)
  step.text = text
}

/** In a session of one person nobody has to be named. */
function spoken({ speaker }: SessionEvent, text: string): string {
  return speaker === null || text === '' ? text : `${speaker}: ${text}`
}

function toolOf({ data }: SessionEvent): string {
  return data.tool ?? 'tool'
}

/** A runtime that gives no ids has one call of a tool open at a time. */
function callKey({ data }: SessionEvent): string {
  return data.callId === undefined ? `tool ${data.tool ?? ''}` : `id ${data.callId}`
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

function turnsOf({ role, text, calls, results }: Step): PromptTurn[] {
  if (role === 'user') return [{ role, text }]
  const said: PromptTurn = { role, text, calls }
  if (calls.length === 0) return [said]
  return [said, { role: 'tool', results: calls.map((call) => results.get(call.callId) ?? lost(call)) }]
}

function lost({ callId, tool }: Step['calls'][number]): PromptResult {
  return { callId, tool, text: '(no result: the call was interrupted)', isError: true }
}
