// One operation: what it takes, what it returns, and a form to call it.
import { element, prose } from './element.js'
import { tryOut } from './try-out.js'

/** Returns the details of an operation as elements. */
export function detailsOf(operation, { schemas, clientName, keyOf }) {
  const { description, parameters, requestBody, responses } = operation
  const content = Object.entries(requestBody?.content ?? {})
  return [
    description ? element('p', {}, prose(description)) : '',
    block('TypeScript', typescriptOf(operation, clientName)),
    parameters.length > 0
      ? part(
          'Parameters',
          element(
            'ul',
            { class: 'fields' },
            parameters.map((each) => schemas.field({ ...each, place: each.in })),
          ),
        )
      : '',
    ...content.map(([type, { schema }]) => part(`Body: ${type}`, ...schemas.fieldsOf(schema))),
    part(
      'Responses',
      element(
        'dl',
        {},
        Object.entries(responses).flatMap((entry) => response(entry, schemas)),
      ),
    ),
    part('Try it out', tryOut(operation, schemas, keyOf)),
  ]
}

const part = (title, ...children) => element('section', {}, element('h5', {}, title), ...children)

/** Code that readers copy. It scrolls, so it must be in reach of the keyboard. */
const block = (label, text) =>
  element('pre', { class: 'example', tabindex: '0', role: 'region', 'aria-label': label }, text)

function response([status, { description, content = {} }], schemas) {
  return [
    element('dt', {}, status),
    element(
      'dd',
      {},
      element('p', {}, isProblem(content) ? codesIn(description) : prose(description)),
      ...Object.entries(content)
        .filter(([type]) => type !== problem)
        .flatMap(([type, { schema }]) => [
          element('p', {}, element('code', {}, type)),
          ...schemas.fieldsOf(schema),
          type === 'application/json'
            ? block(`Example of ${status}`, JSON.stringify(schemas.exampleOf(schema, false), null, 2))
            : '',
        ]),
    ),
  ]
}

const problem = 'application/problem+json'
const isProblem = (content) => problem in content

/** Links each error code to its explanation on this page. */
const codesIn = (text) =>
  text
    .split('`')
    .map((each, place) =>
      place % 2 === 1 ? element('a', { href: `#${each}` }, element('code', {}, each)) : each,
    )

/** The call in TypeScript with the fields that it requires. */
function typescriptOf({ parameters, requestBody }, clientName) {
  const { schema } = requestBody?.content['application/json'] ?? {}
  const fields = [
    ...parameters.filter(({ required }) => required).map(({ name }) => name),
    ...(schema?.required ?? []),
  ]
  const input = fields.length > 0 ? `, { ${fields.join(', ')} }` : ''
  return `await aerie.call(${clientName}${input})`
}
