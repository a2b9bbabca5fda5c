import { sql } from 'kysely'
import type { SkillInput } from '#contract'
import { newId, type Reader } from '#platform'

/** How long a run may take, counted from its first attempt by the database's clock. */
export const timeLimit = sql`interval '5 minutes'`
/** An attempt that shows no life for so long is over, and another takes the run. */
export const lostAfter = sql`interval '10 seconds'`
const attemptsAtMost = 4

/** A run in the hands of one attempt. */
export interface Claimed {
  id: string
  /** Known to this attempt only: what it writes is refused once another value stands in the row. */
  attempt: string
  skill: string
  projectId: string
  input: SkillInput
}

export interface Progress {
  done: number
  total: number
  message: string
}

/** Why a run fails, for a person to read. */
export class RunError extends Error {
  override name = 'RunError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Takes a run that nobody works on, or whose attempt shows no life.
 * @returns null where there is nothing to do: it has finished, is gone, or is being worked on
 */
export async function claim(tx: Reader, runId: string): Promise<Claimed | null> {
  const attempt = newId()
  const claimed = await tx
    .updateTable('skillRuns')
    .set({
      status: 'running',
      attempt,
      attempts: sql<number>`attempts + 1`,
      seenAt: sql<string>`now()`,
      startedAt: sql<string>`coalesce(started_at, now())`,
    })
    .where('id', '=', runId)
    .where((run) => run.or([run('status', '=', 'queued'), isLost]))
    .returning(['id', 'skill', 'projectId', 'input', 'attempts'])
    .executeTakeFirst()
  if (!claimed) return null
  const run = { ...claimed, attempt, input: claimed.input as SkillInput }
  if (claimed.attempts <= attemptsAtMost) return run
  await fail(tx, run, interrupted)
  return null
}

export const isLost = sql<boolean>`status = 'running' and seen_at < now() - ${lostAfter}`

export const interrupted = new RunError('interrupted', 'The run was interrupted several times.')

/** Shows that the attempt lives, and how far it is where there is news, as long as the run is its own. */
export const report = (tx: Reader, run: Claimed, progress: Progress | null) =>
  ofAttempt(tx, run)
    .set({ ...progress, seenAt: sql<string>`now()` })
    .execute()

export const fail = (tx: Reader, run: Claimed, { code, message }: RunError) =>
  end(tx, run, 'failed', { errorCode: code, errorMessage: message })

export const timeOut = (tx: Reader, run: Claimed) => end(tx, run, 'timed_out', timedOut)

export const timedOut = {
  errorCode: 'timed_out',
  errorMessage: 'The run took longer than five minutes. Fewer sources take less time.',
}

/** @returns whether it was still this attempt's */
export async function end(
  tx: Reader,
  run: Claimed,
  status: 'succeeded' | 'failed' | 'timed_out',
  result: { output?: string; errorCode?: string; errorMessage?: string } & Partial<Progress>,
): Promise<boolean> {
  const { numUpdatedRows } = await ofAttempt(tx, run)
    .set({ ...result, status, attempt: null, finishedAt: sql<string>`now()` })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts the run back, to be begun again by another attempt. */
export const release = (tx: Reader, run: Claimed, { counts }: { counts: boolean }) =>
  ofAttempt(tx, run)
    .set({ status: 'queued', attempt: null, ...(!counts && { attempts: sql<number>`attempts - 1` }) })
    .execute()

const ofAttempt = (tx: Reader, { id, attempt }: Claimed) =>
  tx
    .updateTable('skillRuns')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempt', '=', attempt)

/** What became of a run since: `ours` as long as nobody ended it, took it or deleted its project. */
export async function look(tx: Reader, { id, attempt }: Claimed): Promise<'ours' | 'overdue' | 'lost'> {
  const row = await tx
    .selectFrom('skillRuns')
    .innerJoin('projects', 'projects.id', 'skillRuns.projectId')
    .select(['attempt', sql<boolean>`started_at < now() - ${timeLimit}`.as('isOverdue')])
    .where('skillRuns.id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (row?.attempt !== attempt) return 'lost'
  return row.isOverdue ? 'overdue' : 'ours'
}
