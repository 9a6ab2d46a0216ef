import { useState } from 'preact/hooks'
import { words } from '../../../language/language.js'
import { Button } from '../../../parts/button.js'
import { notify } from '../../../parts/notice.js'

export interface CopyBlockProps {
  readonly text: string
  /** What it is; said aloud. */
  readonly label: string
}

/** A command or a setting of several lines, ready to copy. */
export function CopyBlock({ text, label }: CopyBlockProps) {
  const [copied, setCopied] = useState('')
  const isCopied = copied === text
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      // A browser lends its clipboard to pages of this machine, and of https, alone.
      notify(t('byHand'))
    }
  }
  return (
    <div class="copy-block">
      <pre class="copy-block-text" aria-label={label} role="group" tabIndex={0}>
        {text}
      </pre>
      <Button
        kind="quiet"
        icon={isCopied ? 'check' : 'copy'}
        label={t(isCopied ? 'copied' : 'copy')}
        onClick={() => void copy()}
      />
    </div>
  )
}

const t = words({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    byHand: 'This browser does not let the page copy: mark it and copy it',
  },
  zh: { copy: '复制', copied: '已复制', byHand: '此浏览器不允许网页复制：请选中后手动复制' },
})
