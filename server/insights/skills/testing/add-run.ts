import { sql } from 'kysely'
import type { SkillInput } from '#contract'
import type { Database } from '#database'
import { newId } from '#platform'

export interface GivenRun {
  skill?: string
  input?: SkillInput
  /** Seconds ago. */
  startedAgo?: number
  /** Any user by default. */
  createdBy?: string
}

let last = ''

/** Adds a run without a job. It sorts after those added before, also within a millisecond. */
export async function addRun(
  { reader }: Database,
  projectId: string,
  { skill = 'summarize', input = {}, startedAgo, createdBy }: GivenRun = {},
): Promise<string> {
  let id = newId()
  while (id <= last) id = newId()
  last = id
  await reader
    .insertInto('skillRuns')
    .values({
      id,
      skill,
      projectId,
      input: JSON.stringify(input),
      createdBy: createdBy ?? sql<string>`(select id from users limit 1)`,
      startedAt: startedAgo === undefined ? null : sql<string>`now() - make_interval(secs => ${startedAgo})`,
    })
    .execute()
  return id
}
