import { lazy } from '../shell/lazy.js'
import './markdown.css'

/** Markdown as it reads, without raw HTML or pictures from elsewhere: made of text nodes only. */
export const Markdown = lazy<{ readonly text: string }>(
  async () => (await import('./markdown-tree.js')).MarkdownTree,
  ({ text }) => <div class="markdown verbatim">{text}</div>,
)
