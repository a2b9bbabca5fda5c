import { type Operation, operations } from '#contract'
import { own } from '#rules/own'
import { confirm, isInteractive } from '../ask.ts'
import type { Input } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import type { Session } from '../session.ts'
import { log } from '../show/terminal.ts'

/**
 * Asks whether to perform an irreversible operation, and names its record: an id alone shows no mistake.
 * @throws UsageError without a terminal, Failure unless the answer is yes, and the errors of getting the record
 */
export async function confirmed(operation: Operation, request: Input, session: Session): Promise<void> {
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
