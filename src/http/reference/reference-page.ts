import type { Operation } from '../../operations/operation.js'
import type { JsonSchema } from '../../tools/tool-schema.js'
import { groupOf, groupTold, type Offered, offered, takesKey } from '../offered-operations.js'
import { exampleInput } from '../open-api/example-input.js'
import { exampleOf } from '../open-api/example-of.js'
import { inputSchema, outputSchema } from '../open-api/json-schema.js'
import { revisionField } from '../revision-field.js'
import { escapeHtml } from './escape-html.js'
import { typeText } from './type-text.js'

/** Every operation as a page to read, whole without a script; with one it is searched and tried. */
export function referencePage(): string {
  page ??= render(offered())
  return page
}

/** It never changes while the program runs. */
let page: string | undefined

function render(all: readonly Offered[]): string {
  const groups = [...new Set(all.map(({ operation }) => groupOf(operation)))].map(
    (name) => [name, all.filter(({ operation }) => groupOf(operation) === name)] as const,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Recollect API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/reference/reference.css">
<script type="module" src="/reference/reference.js"></script>
</head>
<body>
<header>
<h1><a href="/">Recollect</a> API</h1>
<label class="search">Search <input id="search" type="search" autocomplete="off" placeholder="an operation, a field, a word"></label>
<a href="/openapi.json" id="document">OpenAPI 3.1</a>
</header>
<nav aria-label="Operations">${groups.map(([name, ones]) => navGroup(name, ones)).join('')}</nav>
<main>
<section class="about">
<p>Every operation is a <code>POST</code> whose JSON body is its input; those that only look are a <code>GET</code> too. A
request carries <code>Authorization: Bearer TOKEN</code>: the owner’s token, or a key. Errors are problem+json with a stable
<code>code</code> and a <code>hint</code>. Long lists come in pages: give <code>next</code> as <code>after</code>.</p>
<p class="token" id="session"></p>
</section>
${groups.map(([name, ones]) => group(name, ones)).join('\n')}
<p id="none" hidden>Nothing here is called so.</p>
</main>
</body>
</html>
`
}

function navGroup(name: string, all: readonly Offered[]): string {
  const links = all.map(
    ({ operation }) =>
      `<li><a href="#${operation.name}">${escapeHtml(operation.name.replace(/^.*?\./, ''))}</a></li>`,
  )
  return `<details open><summary>${name}</summary><ul>${links.join('')}</ul></details>`
}

function group(name: string, all: readonly Offered[]): string {
  return `<section class="group" aria-labelledby="group-${name}">
<h2 id="group-${name}">${name} <small>${escapeHtml(groupTold(name))}</small></h2>
${all.map(article).join('\n')}
</section>`
}

function article({ key, operation, path }: Offered): string {
  const { name, title, description, capability, effect } = operation
  const isRead = effect === 'read'
  return `<article id="${name}" data-path="${path}">
<h3><a href="#${name}">${name}</a> <span>${escapeHtml(title)}</span></h3>
<p class="marks"><span class="${effect}">${effect}</span> needs <code>${capability}</code>${headerMarks(operation)} · SDK <code>memory.${key}(input)</code></p>
<p>${escapeHtml(description)}</p>
<p class="address"><code>POST ${path}</code>${isRead ? ` <code>GET ${path}</code>` : ''}</p>
<details><summary>Input, output, example</summary>
<h4>Input</h4>
${fields(inputSchema(operation), true)}
<h4>Example</h4>
<pre class="example">${escapeHtml(JSON.stringify(exampleInput(operation), null, 2))}</pre>
<h4>Output</h4>
${operation.streamsOut === undefined ? '' : `<p>The lines of <code>${operation.streamsOut}</code>, as a file; what follows stands in the header <code>Recollect-Output</code>.</p>`}
${fields(outputSchema(operation), false)}
<pre>${escapeHtml(JSON.stringify(exampleOf(outputSchema(operation)), null, 2))}</pre>
</details>
</article>`
}

function headerMarks(operation: Operation): string {
  return [
    ...(takesKey(operation) ? [' · <code>Idempotency-Key</code>'] : []),
    ...(revisionField(operation) === undefined ? [] : [' · <code>If-Match</code>']),
    ...(operation.stream === undefined ? [] : [` · streams <code>${operation.stream}</code>`]),
  ].join('')
}

function fields({ properties = {}, required = [] }: JsonSchema, isInput: boolean): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const may = isInput && !required.includes(name) ? '<span title="may be left out">?</span>' : ''
    const preset =
      'default' in schema ? ` · default <code>${escapeHtml(JSON.stringify(schema['default']))}</code>` : ''
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${may}</th><td>${escapeHtml(typeText(schema))}</td><td>${escapeHtml(schema.description ?? '')}${preset}</td></tr>`
  })
  return rows.length === 0 ? '<p>Nothing.</p>' : `<table>${rows.join('')}</table>`
}
