// The page is whole without this: here it learns to be searched, and to send what it shows.

const search = document.getElementById('search')
const articles = [...document.querySelectorAll('article')].map((article) => ({
  article,
  text: article.textContent.toLowerCase(),
  link: document.querySelector(`nav a[href="#${article.id}"]`)?.parentElement,
}))

function show() {
  const words = search.value.toLowerCase().split(/\s+/)
  let found = 0
  for (const { article, text, link } of articles) {
    const isFound = words.every((word) => text.includes(word))
    article.hidden = !isFound
    if (link) link.hidden = !isFound
    if (isFound) found += 1
  }
  for (const group of document.querySelectorAll('.group, nav details'))
    group.hidden = group.querySelector(':is(article, li):not([hidden])') === null
  document.getElementById('none').hidden = found > 0
}

search.addEventListener('input', show)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea') !== null) return
  event.preventDefault()
  search.focus()
})

/** Of the dashboard in the same tab; else what was typed here, for as long as the tab is open. */
const TOKEN = 'recollect.token'
const session = document.getElementById('session')
const field = document.createElement('input')
field.type = 'password'
field.autocomplete = 'off'
field.value = sessionStorage.getItem(TOKEN) ?? ''
field.addEventListener('change', () => sessionStorage.setItem(TOKEN, field.value))
const workspace = document.createElement('input')
workspace.autocomplete = 'off'
workspace.placeholder = 'none: your own memory'
session.append(labelled('Token ', field), labelled('Workspace ', workspace))

function labelled(text, input) {
  const label = document.createElement('label')
  label.className = 'search'
  label.append(text, input)
  return label
}

document.getElementById('document').addEventListener('click', async (event) => {
  event.preventDefault()
  const answer = await fetch('/openapi.json', { headers: headers() })
  if (!answer.ok) return field.focus()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = 'openapi.json'
  link.click()
})

function headers() {
  const shared = workspace.value === '' ? {} : { 'recollect-workspace': encodeURIComponent(workspace.value) }
  return { authorization: `Bearer ${field.value}`, 'content-type': 'application/json', ...shared }
}

for (const { article } of articles) {
  const details = article.querySelector('details')
  details.addEventListener('toggle', () => offerTry(article, details), { once: true })
}

function open() {
  const details = document
    .getElementById(decodeURIComponent(location.hash.slice(1)))
    ?.querySelector('details')
  if (details) details.open = true
}

addEventListener('hashchange', open)
open()

function offerTry(article, details) {
  const form = document.createElement('form')
  form.className = 'try'
  const input = document.createElement('textarea')
  input.value = article.querySelector('.example').textContent
  input.rows = Math.min(12, input.value.split('\n').length + 1)
  input.setAttribute('aria-label', `Input of ${article.id}`)
  const button = document.createElement('button')
  button.textContent = 'Send'
  const answer = document.createElement('pre')
  answer.hidden = true
  answer.setAttribute('aria-live', 'polite')
  const title = document.createElement('h4')
  title.textContent = 'Try it'
  form.append(title, input, button)
  details.append(form, answer)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const isSure =
      article.querySelector('.destructive') === null || confirm(`${article.id} cannot be undone. Send it?`)
    if (!isSure) return
    button.disabled = true
    answer.hidden = false
    answer.textContent = '…'
    try {
      const sent = await fetch(article.dataset.path, {
        method: 'POST',
        headers: headers(),
        body: input.value,
      })
      answer.textContent = `${sent.status} ${sent.statusText}\n${pretty(await sent.text())}`
    } catch (error) {
      answer.textContent = String(error)
    }
    button.disabled = false
  })
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
