import type { Run, SkillInput } from '#contract'
import { type Jobs, newId, Refusal, type Transaction } from '#platform'
import { openProject } from '../../projects/live.ts'
import { findSkill } from '../rows.ts'
import type { RunJobs } from './job.ts'
import { findRun } from './rows.ts'

export interface NewRun {
  skill: string
  projectId: string
  input: SkillInput
  createdBy: string
  retryOf: string | null
}

export interface Beginning {
  jobs: Jobs
  runJobs: RunJobs
  hasModel: boolean
}

/** Records a run and queues its job. @throws Refusal where the skill or the project cannot be worked with. */
export async function begin(
  tx: Transaction,
  { jobs, runJobs, hasModel }: Beginning,
  { input, ...run }: NewRun,
): Promise<Run> {
  const skill = await findSkill(tx, run.skill, hasModel)
  if (!skill) throw new Refusal('skill_not_found')
  await openProject(tx, run.projectId)
  if (!skill.available) throw new Refusal('model_not_configured')

  const id = newId()
  const values = { ...run, id, input: JSON.stringify(input), message: 'Waiting for its turn' }
  await tx.insertInto('skillRuns').values(values).execute()
  await jobs.send(tx, runJobs.jobOf(skill), { runId: id })
  return (await findRun(tx, id))!
}
