import { useState } from 'preact/hooks'
import { words } from '../language/language.js'
import { Button } from '../parts/button.js'
import { copyText } from '../parts/copy-text.js'
import './copy-line.css'

/** A command, ready to copy. */
export function CopyLine({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <div class="copy-line">
      <code class="copy-text">{text}</code>
      <Button
        kind="quiet"
        icon={isCopied ? 'check' : 'copy'}
        label={t(isCopied ? 'copied' : 'copy')}
        onClick={() => void copy()}
      />
    </div>
  )
}

const t = words({ en: { copy: 'Copy', copied: 'Copied' }, zh: { copy: '复制', copied: '已复制' } })
