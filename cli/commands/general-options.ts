import { z } from 'zod'
import { type Operation, takesIdempotencyKey } from '#contract'
import { columnsOf, headingOf } from '../show/columns.ts'
import type { Option } from './command.ts'
import { fieldsOf } from './fields.ts'
import { turnsPages } from './pages.ts'

// What the contract knows nothing of has a name that no field has.
const json: Option = {
  name: 'json',
  field: '--json',
  kind: 'flag',
  means: [true],
  summary: 'Print the answer as JSON',
}
const field: Option = { name: 'field', field: '--field', kind: 'text', value: 'NAME' }
const output: Option = {
  name: 'output',
  field: '--output',
  kind: 'text',
  value: 'FILE',
  summary: 'Where to put it; otherwise it is printed',
}

/** What a command takes beside the fields of its operation. */
export function generalOptions(operation: Operation): Option[] {
  const rows = rowOf(operation)
  const options: Option[] = []
  if (operation.form) {
    options.push({ name: 'file', field: '--file', kind: 'text', value: 'FILE', summary: 'Send this file' })
  }
  if (Object.keys(fieldsOf(operation.body)).length > 0) {
    options.push({
      name: 'body',
      field: '--body',
      kind: 'json',
      value: 'JSON',
      summary: 'All fields at once; @FILE and - (standard input) are read. Other options go over it',
    })
  }
  if (takesIdempotencyKey(operation)) {
    options.push({
      name: 'idempotency-key',
      field: '--idempotency-key',
      kind: 'text',
      value: 'KEY',
      summary: 'The same key again gives the first answer again; otherwise one is made up',
    })
  }
  if (rows && turnsPages(operation)) {
    const summary = 'Print every page; as JSON, one row a line'
    options.push({ name: 'all', field: '--all', kind: 'flag', means: [true], summary })
  }
  if (rows) {
    const summary = `Print these, in this order: ${headingsOf(rows)}`
    options.push({ name: 'columns', field: '--columns', kind: 'text', value: 'A,B', summary })
  }
  if (!('media' in operation.result)) {
    options.push(json)
    if (!rows) options.push({ ...field, summary: `Print only this: ${headingsOf(operation.result)}` })
  }
  if (operation.formats[0] !== 'application/json') options.push(output)
  return options
}

const headingsOf = (schema: z.core.$ZodType): string => columnsOf(schema).map(headingOf).join(', ')

/** The rows of a list. */
export function rowOf({ result }: Operation): z.core.$ZodType | undefined {
  const data = 'media' in result ? undefined : fieldsOf(result).data
  return data instanceof z.ZodArray ? data.element : undefined
}
