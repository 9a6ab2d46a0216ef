interface TextBoxProps {
  /** What it is; said aloud. */
  readonly label: string
  readonly text: string
  /** Long lines go on in the next; else they can be moved to. */
  readonly wraps?: boolean
}

/** A long text as it is, that scrolls by itself. */
export function TextBox({ label, text, wraps }: TextBoxProps) {
  return (
    <div class="text-box" role="region" aria-label={label} tabIndex={0}>
      <pre class={wraps ? 'text-box-wraps' : undefined}>{text}</pre>
    </div>
  )
}
