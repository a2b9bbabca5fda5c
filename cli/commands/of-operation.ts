import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { isUnconfirmed, type Operation, operations, type Unconfirmed } from '#contract'
import { own } from '#rules/own'
import { confirm, isInteractive } from '../ask.ts'
import type { Command, Input, Option } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import { usageError } from '../parse.ts'
import type { Session } from '../session.ts'
import { printJson } from '../show/json.ts'
import { record } from '../show/record.ts'
import { showField, showResponse } from '../show/response.ts'
import { saveResponse } from '../show/save.ts'
import { log, printLine } from '../show/terminal.ts'
import { validateRequest } from '../validate.ts'
import { argumentsOf, bodyFieldsOf, fieldsWithFile, kebab, optionsOf } from './fields.ts'
import { generalOptions, rowOf } from './general-options.ts'

const rowsPerPage = 200

/** Returns the command of an operation: `projects list` for `projects.list`. */
export function commandOf(operation: Operation): Command {
  const { summary, allow } = operation
  let options: Option[] | undefined
  const command: Command = {
    words: operation.id.split('.').map(kebab),
    summary,
    arguments: argumentsOf(operation),
    // Lazy: only one command runs, and reading schemas is slow.
    get options() {
      options ??= [...optionsOf(operation), ...generalOptions(operation)]
      return options
    },
    notes: allow === 'anyone' ? ['Requires no API key.'] : [`Allowed roles: ${allow.join(', ')}.`],
    run: (input, session) => perform(command, operation, input, session),
  }
  return command
}

async function perform(
  command: Command,
  operation: Operation,
  input: Input,
  session: Session,
): Promise<void> {
  const request = await requestOf(command, operation, input)
  if (operation.irreversible && input['--yes'] !== true) await confirmed(operation, request, session)
  const options = { idempotencyKey: input['--idempotency-key'] as string | undefined }
  const asJson = input['--json'] === true
  // An operation that prefers text is printed as text, unless JSON is requested.
  const isText = operation.formats[0] !== 'application/json' && !asJson
  if (asJson && input['--output'] !== undefined)
    throw usageError(command, ['--output and --json cannot be combined'])
  if ('media' in operation.result || isText) {
    const file = { ...operation, result: { media: operation.formats } }
    const response = (await session.call(file, request, options)) as Response
    return saveResponse(response, input['--output'] as string | undefined)
  }
  const all = input['--all'] === true
  const { '--columns': columns, '--field': field } = input as Record<string, string | undefined>
  const show =
    field === undefined
      ? showResponse(rowOf(operation), { asJson, columns, asLines: all })
      : showField(operation.result, field)
  if (!all) {
    const response = await session.call(operation, request, options)
    if (operation.grants && isUnconfirmed(response as object))
      return showUnconfirmed(response as Unconfirmed, asJson)
    return show(response)
  }
  for await (const page of pagesOf(operation, request, session)) await show(page)
}

/** Prints a call that waits, whatever was to be shown of its result. */
async function showUnconfirmed(response: Unconfirmed, asJson: boolean): Promise<void> {
  await (asJson ? printJson(response) : printLine(record(response)))
  log('Nothing has changed yet. It waits until an owner or admin confirms it in the browser.')
}

/** Lists all pages one after the other, with one page in memory at a time. */
async function* pagesOf(operation: Operation, request: Input, session: Session) {
  const field = 'cursor' in operation.query.shape ? 'cursor' : 'after'
  let input: Input = { limit: rowsPerPage, ...request }
  for (;;) {
    const page = (await session.call(operation, input)) as unknown as Page
    yield page
    const next = page.nextCursor ?? page.cursor
    if (!next || page.data.length === 0) return
    input = { ...input, [field]: next }
  }
}

interface Page {
  data: unknown[]
  nextCursor?: string | null
  cursor?: string | null
}

/**
 * Returns the request that was typed, validated by the contract.
 * @throws UsageError with one line for each invalid field
 */
export async function requestOf(command: Command, operation: Operation, input: Input): Promise<Input> {
  const { '--body': whole = {}, '--file': file, ...typed } = input
  const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole)
  if (!isObject) throw new UsageError('--body is not a JSON object')
  const within = (shape: object) =>
    Object.fromEntries(Object.entries(typed).filter(([field]) => Object.hasOwn(shape, field)))
  const params = within(operation.params.shape)
  const query = within(operation.query.shape)
  const body: Input = { ...whole, ...within(bodyFieldsOf(operation)) }
  if (file === undefined) {
    validateRequest(command, operation, { params, query, body })
    return { ...params, ...query, ...body }
  }
  validateRequest(command, { ...operation, body: fieldsWithFile(operation) }, { params, query, body })
  return { ...params, ...query, ...body, file: await readFile(String(file)) }
}

async function readFile(path: string): Promise<File> {
  const content = await openAsBlob(path).catch((error: Error) => {
    throw new UsageError(`--file: ${error.message}`)
  })
  return new File([content], basename(path))
}

/**
 * Asks whether to perform an irreversible operation, and names its record: an id alone shows no mistake.
 * @throws UsageError without a terminal, Failure unless the answer is yes, and the errors of getting the record
 */
async function confirmed(operation: Operation, request: Input, session: Session): Promise<void> {
  if (!isInteractive) throw new UsageError('This cannot be undone. Without a terminal, confirm it with --yes')
  const label = await labelOf(operation, request, session)
  log(`${operation.summary} This cannot be undone.`)
  if (!(await confirm(label ? `Continue with “${label}”?` : 'Continue?', session.signal)))
    throw new Failure('Canceled. Nothing was changed.')
}

/** Returns the name of the record that the operation is about; undefined if it has none. */
async function labelOf({ path, params }: Operation, request: Input, session: Session) {
  const fields = Object.keys(params.shape)
  const get = operations.find(
    (one) =>
      one.method === 'GET' &&
      `${path}/`.startsWith(`${one.path}/`) &&
      fields.every((f) => Object.hasOwn(one.params.shape, f)),
  )
  if (!get) return undefined
  const input = Object.fromEntries(fields.map((field) => [field, own(request, field)]))
  const record = (await session.call(get, input)) as unknown as Record<string, unknown>
  const label = record.name ?? record.title ?? record.number
  return typeof label === 'string' ? label : undefined
}
