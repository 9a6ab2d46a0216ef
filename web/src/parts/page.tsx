import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import './page.css'

export interface PageProps {
  readonly title: string
  /** In the place of the title, which is then only said aloud. */
  readonly head?: ComponentChildren
  /** Beside the title: what can be done with the whole place. */
  readonly actions?: ComponentChildren
  /** Below the title: tabs, filters. */
  readonly toolbar?: ComponentChildren
  /** Scrolls as a whole, with a margin. Without it the children fill the place, and scroll by themselves: a `List` does. */
  readonly isText?: boolean
  readonly children?: ComponentChildren
}

/** What every place is put into: its name, its tools, and what it is about. */
export function Page({ title, head, actions, toolbar, isText, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Recollect`
  }, [title])
  return (
    <div class="page">
      <header class="page-head">
        <h1 class={head === undefined ? 'page-title' : 'only-heard'}>{title}</h1>
        {head}
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {toolbar !== undefined && <div class="page-tools">{toolbar}</div>}
      <div class={isText ? 'page-body page-text' : 'page-body'}>{children}</div>
    </div>
  )
}
