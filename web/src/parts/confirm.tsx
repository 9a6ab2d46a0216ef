import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { words } from '../language/language.js'
import { Button } from './button.js'
import './confirm.css'
import { Dialog } from './dialog.js'

interface Question {
  readonly title: string
  /** What will go, with counts. */
  readonly body: ComponentChildren
  /** The verb on the button: "Forget 3 items". */
  readonly action: string
}

const asked = signal<(Question & { readonly answer: (isSure: boolean) => void }) | null>(null)

/** Asks before what cannot be undone, and only then: everything else is done at once, and can be undone. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false)
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (isSure) => {
        asked.value = null
        resolve(isSure)
      },
    }
  })
}

/** Where the question appears; once in the page. */
export function Confirm() {
  const question = asked.value
  return question === null ? null : <ConfirmDialog {...question} />
}

function ConfirmDialog({ title, body, action, answer }: NonNullable<typeof asked.value>) {
  return (
    <Dialog label={title} onClose={() => answer(false)}>
      <div class="confirm">
        <h2 class="confirm-title">{title}</h2>
        <div class="confirm-body">{body}</div>
        <div class="confirm-actions">
          <Button isFirst onClick={() => answer(false)}>
            {t('keep')}
          </Button>
          <Button kind="danger" onClick={() => answer(true)}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const t = words({ en: { keep: 'Keep' }, zh: { keep: '保留' } })
