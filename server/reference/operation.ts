import { type ErrorCode, errors, type Operation, takesIdempotencyKey } from '#contract'
import { curl, exampleBody, exampleQuery } from './example.ts'
import { typescript } from './example-client.ts'
import { type Field, fieldsOf, type Schema, type Schemas, typeOf } from './fields.ts'
import { type Html, html } from './html.ts'

/** The part of an OpenAPI operation that is shown. */
export interface Described {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: {
    content: { 'application/json': { schema: Schema }; 'multipart/form-data'?: { schema: Schema } }
  }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

/** One operation: what it does, who may call it, what goes in, what comes out, and how it is called. */
export function operationArticle(
  operation: Operation,
  { parameters, requestBody, responses }: Described,
  schemas: Schemas,
  baseUrl: string,
): Html {
  const { id, method, path, summary } = operation
  const body = requestBody?.content['application/json'].schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const [inPath, inQuery] = [schemaOf(parameters, 'path'), schemaOf(parameters, 'query')]
  const example = {
    query: exampleQuery(operation, inQuery, schemas),
    body: exampleBody(operation, body, schemas),
  }
  return html`
<article id="${id}">
  <h3><a class="link" href="#${id}">${summary}</a></h3>
  <p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
  <p class="who">${who(operation)}</p>
  <div class="columns">
    <div>
      ${fieldList('In the path', fieldsOf(inPath, schemas))}
      ${fieldList('In the query', fieldsOf(inQuery, schemas))}
      ${form && fieldList('In a form with a file', fieldsOf(form, schemas))}
      ${body && fieldList(form ? 'Or in the body, as JSON' : 'In the body', fieldsOf(body, schemas))}
      ${answer(operation, responses, schemas)}
      ${refusals(operation)}
    </div>
    <div class="examples">
      ${exampleOf('curl', curl(operation, example, baseUrl))}
      ${exampleOf('TypeScript', typescript(operation, { params: Object.keys(inPath.properties ?? {}), ...example }))}
    </div>
  </div>
</article>`
}

/** The page's script puts a button that copies it into the heading. */
const exampleOf = (title: string, text: string): Html =>
  html`<div><h4>${title}</h4><pre tabindex="0" aria-label="Example: ${title}">${text}</pre></div>`

/** The parameters of one place as the fields of one object. */
function schemaOf(parameters: Described['parameters'], place: string): Schema {
  const there = parameters.filter((parameter) => parameter.in === place)
  return {
    properties: Object.fromEntries(
      there.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    required: there.filter(({ required }) => required).map(({ name }) => name),
  }
}

function who(operation: Operation): string {
  const { allow, credentials } = operation
  const whom = allow === 'anyone' ? 'Anyone' : sentenceCase(allow.join(', '))
  const how = credentials === 'session' ? '; only signed in, never with a key' : ''
  const key = takesIdempotencyKey(operation) ? ' Takes an Idempotency-Key.' : ''
  return `${whom}${how}.${key}`
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A long address may break after each slash. */
export const breakable = (path: string): Html[] => path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)

function fieldList(title: string, fields: Field[]): Html | false {
  return fields.length > 0 && html`<h4>${title}</h4>${fieldRows(fields, true)}`
}

function fieldRows(fields: Field[], isInput: boolean): Html {
  const rows = fields.map(
    ({ name, type, required, notes }) => html`
      <li><code>${name}</code> <span class="type">${type}</span>${
        isInput && required && html` <span class="required">required</span>`
      }${notes.length > 0 && html`<p>${notes.join(' ')}</p>`}</li>`,
  )
  return html`<ul class="fields">${rows}</ul>`
}

function answer(
  { status, otherStatuses, result, formats }: Operation,
  responses: Described['responses'],
  schemas: Schemas,
) {
  const title = `Answer ${[status, ...otherStatuses].join(' or ')}`
  if ('media' in result) return html`<h4>${title}</h4><p>A file: ${result.media.join(' or ')}.</p>`
  const choice = formats.length > 1 && html`<p>As <code>Accept</code> has it: ${formats.join(', or ')}.</p>`
  const schema = responses[status]?.content['application/json']?.schema ?? {}
  const fields = fieldsOf(
    schema.anyOf ? (schema.anyOf.find((one) => one.type !== 'null') ?? {}) : schema,
    schemas,
  )
  const orNull = schema.anyOf?.some((one) => one.type === 'null') && ', or null'
  if (fields.length === 0) return html`<h4>${title}</h4><p>${typeOf(schema, schemas)}</p>`
  return html`<details><summary class="answer">${title}${orNull}</summary>${choice}${fieldRows(fields, false)}</details>`
}

function refusals({ errors: own }: Operation): Html | false {
  const codes = own.map(
    (code: ErrorCode) => html`<li>${errors[code].status} <a href="#${code}">${code}</a></li>`,
  )
  return own.length > 0 && html`<h4>Errors</h4><ul class="codes">${codes}</ul>`
}
