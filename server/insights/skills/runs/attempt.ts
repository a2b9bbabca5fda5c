import { type RawBuilder, sql } from 'kysely'
import type { SkillInput } from '#contract'
import type { Reader } from '#database'
import { newId } from '#platform'

/** How long a run may take from its first attempt, by the database's clock. */
export const timeLimit = sql`make_interval(secs => time_limit_seconds)`
/** After this long without a sign of life, another attempt takes over. */
export const lostAfter = sql`interval '10 seconds'`
const attemptsAtMost = 4

export interface Claimed {
  id: string
  /** Identifies the attempt: it can write to the run as long as this is in the row. */
  attempt: string
  skill: string
  projectId: string
  input: SkillInput
  createdAt: string
  /** When it times out, by `performance.now()`. */
  deadline: number
}

export interface Progress {
  done: number
  total: number
  message: string
}

/** A run fails, for a reason to show to users. */
export class RunError extends Error {
  override name = 'RunError'
  readonly code: string
  /** What a model's endpoint says, for owners and admins. */
  readonly endpointMessage: string | null

  constructor(code: string, message: string, endpointMessage: string | null = null) {
    super(message)
    this.code = code
    this.endpointMessage = endpointMessage
  }
}

/** Claims a run that is queued, or whose attempt was lost. @returns null if it is finished, deleted or in progress */
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
    .where(isClaimable)
    .returning(['id', 'skill', 'projectId', 'input', 'attempts', 'createdAt'])
    .returning(sql<number>`extract(epoch from started_at + ${timeLimit} - now())::float8`.as('secondsLeft'))
    .executeTakeFirst()
  if (!claimed) return null
  const { attempts, secondsLeft, ...rest } = claimed
  const deadline = performance.now() + secondsLeft * 1000
  const run = { ...rest, attempt, input: claimed.input as SkillInput, deadline }
  if (attempts <= attemptsAtMost) return run
  await fail(tx, run, interrupted)
  return null
}

const isClaimable = sql<boolean>`(status = 'queued' or status = 'running' and seen_at < now() - ${lostAfter})`

const interrupted = new RunError('interrupted', 'The run was interrupted several times.')

/** Shows that the attempt is alive, with its progress if there is news. */
export const report = (tx: Reader, run: Claimed, progress: Progress | null) =>
  ofAttempt(tx, run)
    .set({ ...progress, seenAt: sql<string>`now()` })
    .execute()

export const fail = (tx: Reader, run: Claimed, { code, message, endpointMessage }: RunError) =>
  end(tx, run, 'failed', { errorCode: code, errorMessage: message, endpointMessage })

export const timeOut = (tx: Reader, run: Claimed) => end(tx, run, 'timed_out', timedOut)

export const timedOut = {
  errorCode: 'timed_out',
  errorMessage: sql<string>`format(
    'The run took longer than %s minutes. %s', time_limit_seconds / 60,
    case when calls = 0 then 'Choose fewer sources.' else 'Retry it to continue with the answers of the model.' end)`,
}

interface EndedWith extends Partial<Progress> {
  output?: string
  errorCode?: string
  errorMessage?: string | RawBuilder<string>
  endpointMessage?: string | null
}

/** Ends a run. @returns false if it no longer belongs to this attempt */
export async function end(
  tx: Reader,
  run: Claimed,
  status: 'succeeded' | 'failed' | 'timed_out',
  result: EndedWith,
): Promise<boolean> {
  const { numUpdatedRows } = await ofAttempt(tx, run)
    .set({ ...result, status, attempt: null, finishedAt: sql<string>`now()` })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts the run back into the queue. @param counts whether this attempt counts as a failed one */
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

/**
 * Returns the state of a run: `ours` as long as nobody ended it, claimed it or deleted its project, and `forbidden` once the user
 * who started it can no longer edit the project.
 */
export async function look(
  tx: Reader,
  { id, attempt }: Claimed,
): Promise<'ours' | 'overdue' | 'forbidden' | 'lost'> {
  const row = await tx
    .selectFrom('skillRuns')
    .innerJoin('projects', 'projects.id', 'skillRuns.projectId')
    .select(['attempt', sql<boolean>`started_at < now() - ${timeLimit}`.as('isOverdue')])
    .select(
      sql<boolean>`exists (select from visible_projects
        where user_id = skill_runs.created_by and id = skill_runs.project_id and level = 'edit')`.as(
        'isAllowed',
      ),
    )
    .where('skillRuns.id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (row?.attempt !== attempt) return 'lost'
  if (!row.isAllowed) return 'forbidden'
  return row.isOverdue ? 'overdue' : 'ours'
}

export const accessLost = new RunError(
  'access_lost',
  'The user who started the run can no longer edit the project.',
)

/** Fails a run whose job has failed for good, unless another job has claimed it. */
export async function giveUp(tx: Reader, runId: string): Promise<void> {
  await tx
    .updateTable('skillRuns')
    .set({
      status: 'failed',
      attempt: null,
      errorCode: interrupted.code,
      errorMessage: interrupted.message,
      finishedAt: sql<string>`now()`,
    })
    .where('id', '=', runId)
    .where(isClaimable)
    .execute()
}
