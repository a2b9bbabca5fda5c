import { sql } from 'kysely'
import type { Reader } from '#platform'
import { interrupted, isLost } from './attempt.ts'

/** Ends a run whose job has failed for good, unless another job has it in hand. */
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
    .where((run) => run.or([run('status', '=', 'queued'), isLost]))
    .execute()
}
