import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { Operation } from '#contract'
import { refuseInvalid } from '../check.ts'
import { UsageError } from '../failure.ts'
import { misuse } from '../parse.ts'
import type { Session } from '../session.ts'
import { showAnswer, showField } from '../show/answer.ts'
import { saveAnswer } from '../show/save.ts'
import type { Command, Input, Option } from './command.ts'
import { argumentsOf, besideFile, fieldsOf, kebab, optionsOf } from './fields.ts'
import { generalOptions, rowOf } from './general-options.ts'
import { pagesOf } from './pages.ts'

/** `projects.list` as `projects list`, with all that it takes and gives. */
export function commandOf(operation: Operation): Command {
  const { summary, allow } = operation
  let options: Option[] | undefined
  const command: Command = {
    words: operation.id.split('.').map(kebab),
    summary,
    arguments: argumentsOf(operation),
    // Of all commands one is used, and what a schema takes is slow to tell.
    get options() {
      options ??= [...optionsOf(operation), ...generalOptions(operation)]
      return options
    },
    notes: allow === 'anyone' ? ['Needs no key.'] : [`For ${allow.join(', ')}.`],
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
  const how = { idempotencyKey: input['--idempotency-key'] as string | undefined }
  const asJson = input['--json'] === true
  // What is text first of all is read as text, and as JSON where that is asked for.
  const isText = operation.formats[0] !== 'application/json' && !asJson
  if (asJson && input['--output'] !== undefined) throw misuse(command, ['--output does not go with --json'])
  if ('media' in operation.result || isText) {
    const file = { ...operation, result: { media: operation.formats } }
    return saveAnswer(await session.call(file, request, how), input['--output'] as string | undefined)
  }
  const all = input['--all'] === true
  const { '--columns': columns, '--field': field } = input as Record<string, string | undefined>
  const show =
    field === undefined
      ? showAnswer(rowOf(operation), { asJson, columns, asLines: all })
      : showField(operation.result, field)
  if (!all) return show(await session.call(operation, request, how))
  for await (const page of pagesOf(operation, request, session)) await show(page)
}

/**
 * What was typed as a request, checked.
 * @throws UsageError with a line per wrong field
 */
export async function requestOf(command: Command, operation: Operation, input: Input): Promise<Input> {
  const { '--body': whole = {}, '--file': file, ...typed } = input
  const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole)
  if (!isObject) throw new UsageError('--body is no JSON object')
  const within = (shape: object) =>
    Object.fromEntries(Object.entries(typed).filter(([field]) => Object.hasOwn(shape, field)))
  const params = within(operation.params.shape)
  const query = within(operation.query.shape)
  const body: Input = { ...whole, ...within(fieldsOf(operation.body)) }
  if (file === undefined) {
    refuseInvalid(command, operation, { params, query, body })
    return { ...params, ...query, ...body }
  }
  refuseInvalid(command, { ...operation, body: besideFile(operation) }, { params, query, body })
  return { ...params, ...query, ...body, file: await readFile(String(file)) }
}

async function readFile(path: string): Promise<File> {
  const content = await openAsBlob(path).catch((error: Error) => {
    throw new UsageError(`--file: ${error.message}`)
  })
  return new File([content], basename(path))
}
