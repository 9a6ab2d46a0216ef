import { useState } from 'preact/hooks'
import { words } from '../../../language/language.js'
import { Button } from '../../../parts/button.js'
import { copyText } from '../../../parts/copy-text.js'

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
    if (await copyText(text)) setCopied(text)
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
  en: { copy: 'Copy', copied: 'Copied' },
  zh: { copy: '复制', copied: '已复制' },
})
