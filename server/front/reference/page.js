// Lists all operations by tag, from this server's own description.
import { element, unfolding } from './element.js'
import { detailsOf } from './operation.js'
import { Schemas } from './schema.js'

const place = document.querySelector('#reference')
const clientNames = JSON.parse(place.dataset.clientNames)
const { paths, tags, components } = await (await fetch('/api/openapi.json')).json()
const schemas = new Schemas(components)

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
)
const groups = tags.map(({ name }) =>
  drawGroup(
    name,
    operations.filter(({ tags }) => tags.includes(name)),
  ),
)

const key = element('input', { type: 'password', autocomplete: 'off', placeholder: 'aie_...' })
const filter = element('input', { type: 'search', input: applyFilter })
const count = element('p', { role: 'status' })
place.replaceChildren(
  element(
    'form',
    { submit: (event) => event.preventDefault() },
    element('label', {}, 'API key for calls from this page', key),
  ),
  element('p', {}, 'Without a key, they use your session. The page forgets the key when you close it.'),
  element('label', {}, 'Filter', filter),
  count,
  ...groups.map(({ section }) => section),
)
place.removeAttribute('aria-busy')
applyFilter()
goToHash()
addEventListener('hashchange', goToHash)

function drawGroup(name, operations) {
  const entries = operations.map((operation) => ({
    details: drawOperation(operation),
    text: textOf(operation, name),
  }))
  const section = element(
    'section',
    { 'aria-label': name },
    element('h3', {}, name),
    ...entries.map(({ details }) => details),
  )
  return { section, entries }
}

function drawOperation(operation) {
  const { method, path, summary, operationId } = operation
  return unfolding(
    { class: 'operation', id: operationId },
    [
      element('span', { class: `method ${method.toLowerCase()}` }, method),
      ' ',
      // May break between its parts.
      element(
        'code',
        {},
        path.split(/(?=\/)/).flatMap((part) => [element('wbr'), part]),
      ),
      ' ',
      element('span', { class: 'summary' }, summary),
    ],
    () =>
      detailsOf(operation, { schemas, clientName: clientNames[operationId], keyOf: () => key.value.trim() }),
  )
}

function textOf({ method, path, operationId, summary }, tag) {
  return [method, path, operationId, summary, tag].join(' ').toLowerCase()
}

/** Shows the operations that have every word of the filter in their method, path, id, summary or tag. */
function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const { section, entries } of groups) {
    for (const { details, text } of entries) details.hidden = !words.every((word) => text.includes(word))
    section.hidden = entries.every(({ details }) => details.hidden)
  }
  const shown = groups.flatMap(({ entries }) => entries).filter(({ details }) => !details.hidden).length
  count.textContent = shown === 1 ? '1 operation' : `${shown} operations`
}

/** Shows what the address points to: the page was shorter when the browser looked for it. */
function goToHash() {
  const target = document.getElementById(location.hash.slice(1))
  if (target?.matches('details')) target.open = true
  target?.scrollIntoView()
}
