import createMarkdown from 'markdown-it'
import { type ComponentChild, h } from 'preact'

type Token = ReturnType<ReturnType<typeof createMarkdown>['parse']>[number]

// Raw HTML is off, so it comes as text; what is not in `tags` is drawn as its text alone.
const markdown = createMarkdown({ html: false, linkify: false, typographer: false })
const DEPTH_MAX = 60
const tags = new Set([
  ...['p', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong', 's', 'pre', 'code', 'hr', 'br'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a'],
])

/** The tokens of a Markdown text as nodes. */
export function MarkdownTree({ text }: { readonly text: string }) {
  return <div class="markdown">{treeOf(markdown.parse(text, {}))}</div>
}

interface Open {
  readonly tag: string
  readonly attributes: Record<string, string>
  readonly children: ComponentChild[]
}

function treeOf(tokens: readonly Token[]): ComponentChild[] {
  const root: Open = { tag: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  const current = () => open.at(-1) ?? root
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ tag: token.hidden ? '' : token.tag, attributes: attributesOf(token), children: [] })
    } else if (token.nesting === -1) {
      const closed = open.length > 1 ? open.pop() : undefined
      if (closed !== undefined) current().children.push(elementOf(closed, open.length))
    } else {
      current().children.push(leafOf(token))
    }
  }
  return root.children
}

function elementOf({ tag, attributes, children }: Open, depth: number): ComponentChild {
  if (!tags.has(tag) || depth > DEPTH_MAX) return h('span', null, ...children)
  return h(tag, attributes, ...children)
}

function leafOf(token: Token): ComponentChild {
  switch (token.type) {
    case 'inline':
      return h('span', null, ...treeOf(token.children ?? []))
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return h('br', null)
    case 'hr':
      return h('hr', null)
    case 'code_inline':
      return h('code', null, token.content)
    case 'fence':
    case 'code_block':
      return h('pre', { tabIndex: 0 }, h('code', null, token.content))
    case 'image':
      // No request leaves for what a text names.
      return h('span', { class: 'markdown-image' }, `[${token.content}]`)
    default:
      return token.content
  }
}

/** A link leads out only by http, https or mail, in a page of its own that learns nothing of this one. */
function attributesOf(token: Token): Record<string, string> {
  const target = token.tag === 'a' ? String(token.attrGet('href') ?? '') : ''
  if (!/^(https?:|mailto:)/i.test(target)) return {}
  return { href: target, target: '_blank', rel: 'noopener noreferrer nofollow', class: 'link', title: target }
}
