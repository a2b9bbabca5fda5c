import { type Actor, Decimal, type Run } from '#contract'
import type { Reader } from '#database'

const columns = [
  'skillRuns.id',
  'skill',
  'skillRuns.projectId',
  'input',
  'status',
  'done',
  'total',
  'message',
  'errorCode',
  'errorMessage',
  'endpointMessage',
  'model',
  'calls',
  'inputTokens',
  'outputTokens',
  'cost',
  'currency',
  'retryOf',
  'skillRuns.createdAt',
  'startedAt',
  'finishedAt',
  'users.id as creatorId',
  'users.name as creatorName',
] as const

/** Selects runs, except those of deleted projects; the caller adds conditions. */
export const runs = (tx: Reader) => withoutOutput(tx).select('output')

/** The same for lists, because outputs can be long. */
export const withoutOutput = (tx: Reader) =>
  tx
    .selectFrom('skillRuns')
    .innerJoin('projects', 'projects.id', 'skillRuns.projectId')
    .where('projects.deletedAt', 'is', null)
    .innerJoin('users', 'users.id', 'skillRuns.createdBy')
    .select(columns)

type Row = Awaited<ReturnType<ReturnType<typeof withoutOutput>['executeTakeFirstOrThrow']>> & {
  output?: unknown
}

export function toRun(row: Row): Run {
  const {
    done,
    total,
    message,
    errorCode,
    errorMessage,
    endpointMessage,
    model,
    calls,
    inputTokens,
    outputTokens,
    cost,
    currency,
    creatorId,
    creatorName,
    output = null,
    ...rest
  } = row
  return {
    ...rest,
    input: row.input as Run['input'],
    status: row.status as Run['status'],
    progress: { done, total, message },
    output: output as Run['output'],
    error:
      errorCode !== null && errorMessage !== null
        ? { code: errorCode, message: errorMessage, endpointMessage }
        : null,
    usage: model === null ? null : { model, calls, inputTokens, outputTokens, cost: costOf(cost, currency) },
    createdBy: { id: creatorId, name: creatorName },
  }
}

const costOf = (amount: string | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount: String(Decimal.of(amount).normalized()), currency }

/** Leaves out what only owners and admins may see. */
export const shownTo = ({ role }: Actor, run: Run): Run =>
  role !== 'member' || run.error === null ? run : { ...run, error: { ...run.error, endpointMessage: null } }

/** Returns the whole run: show it with `shownTo`. */
export async function findRun(tx: Reader, runId: string): Promise<Run | undefined> {
  const row = await runs(tx).where('skillRuns.id', '=', runId).executeTakeFirst()
  return row && toRun(row)
}
