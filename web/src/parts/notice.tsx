import { signal } from '@preact/signals'
import { asProblem } from '../api/problem.js'
import { switchTo, token, user, workspace } from '../api/session.js'
import { sayKey } from '../keys/key-map.js'
import { words } from '../language/language.js'
import { Button } from './button.js'
import './notice.css'

interface Notice {
  readonly id: number
  readonly text: string
  readonly hint: string | undefined
  readonly isBad: boolean
  readonly undo: (() => Promise<unknown>) | undefined
}

const notices = signal<readonly Notice[]>([])
let count = 0

const SHOWN_MS = 7_000

/** What can be taken back, also when its notice has gone. */
const deeds: (() => Promise<unknown>)[] = []
const DEEDS_MAX = 20

// What one person did is not for the next to see, or to take back.
token.subscribe(() => {
  deeds.length = 0
  notices.value = []
})

/** Says what was done, at the foot of the page; with `undo` it can be taken back, by its button or `u`. */
export function notify(text: string, options: { readonly undo?: () => Promise<unknown> } = {}): void {
  const undo = options.undo && whereItWasDone(options.undo)
  if (undo !== undefined) deeds.push(undo)
  if (deeds.length > DEEDS_MAX) deeds.shift()
  show({ text, hint: undefined, isBad: false, undo })
}

/** Says what failed, with what to do about it. It stays until it is closed. */
export function notifyProblem(error: unknown): void {
  const problem = asProblem(error)
  // Where the token is good no more, the door says so.
  if (problem.code === 'stopped' || (problem.status === 401 && token.value === null)) return
  const text = problem.code === 'unreachable' ? t('unreachable') : problem.message
  show({ text, hint: problem.hint, isBad: true, undo: undefined })
}

/** Runs what a person asked for, and says it where it fails. Answers whether it succeeded. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    notifyProblem(error)
    return false
  }
}

/** Takes back the latest thing that was done on this page and can be; then the one before it. */
export async function undoLatest(): Promise<void> {
  const latest = deeds.pop()
  if (latest === undefined) return
  notices.value = notices.value.filter(({ undo }) => undo !== latest)
  const by = token.value
  if (await attempt(latest)) notify(t('undone'))
  else if (token.value === by) deeds.push(latest)
}

/** Takes back one of them, by its own button. */
async function undoOne(id: number, undo: () => Promise<unknown>): Promise<void> {
  const at = deeds.lastIndexOf(undo)
  if (at === -1) return
  deeds.splice(at, 1)
  close(id)
  if (await attempt(undo)) notify(t('undone'))
}

/** Where notices appear; once in the page. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, hint, isBad, undo }) => (
        <div key={id} class={isBad ? 'notice notice-bad' : 'notice'}>
          <div class="notice-text">
            <p>{text}</p>
            {hint !== undefined && <p class="meta">{hint}</p>}
          </div>
          {undo !== undefined && (
            <Button kind="quiet" keyHint={sayKey('undo')} onClick={() => void undoOne(id, undo)}>
              {t('undo')}
            </Button>
          )}
          <Button kind="quiet" icon="close" label={t('close')} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  )
}

/** Takes a deed back in the memory in which it was done, whatever is looked at by then. */
function whereItWasDone(undo: () => Promise<unknown>): () => Promise<unknown> {
  const of = { user: user.value, workspace: workspace.value }
  return async () => {
    if (user.value !== of.user || workspace.value !== of.workspace) switchTo(of)
    await undo()
  }
}

function show(notice: Omit<Notice, 'id'>): void {
  count += 1
  const id = count
  notices.value = [...notices.value.slice(-2), { ...notice, id }]
  if (!notice.isBad) setTimeout(() => close(id), SHOWN_MS)
}

function close(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

const t = words({
  en: {
    undo: 'Undo',
    undone: 'Undone',
    close: 'Close',
    unreachable: 'Recollect does not answer. Is it still running?',
  },
  zh: { undo: '撤销', undone: '已撤销', close: '关闭', unreachable: 'Recollect 没有响应，它还在运行吗？' },
})
