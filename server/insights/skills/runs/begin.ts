import type { Run, Skill, SkillInput } from '#contract'
import type { Transaction } from '#database'
import { type Job, type Jobs, newId, Refusal } from '#platform'
import { openProject } from '../../library/projects.ts'
import { findSkill } from '../skill-rows.ts'
import { findRun } from './run-rows.ts'

export interface RunJob extends Job<{ runId: string }> {
  /** How long a run may take. */
  runSeconds: number
}

/** Built-in and custom skills have separate queues, so that runs on a slow model hold up no others. */
export interface RunJobs {
  all: RunJob[]
  jobOf(skill: Pick<Skill, 'builtIn'>): RunJob
}

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

/** Creates a run and queues its job. @throws Refusal if the skill or the project cannot be used */
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
  const job = runJobs.jobOf(skill)
  const message = 'Waiting for its turn'
  const values = { ...run, id, input: JSON.stringify(input), message, timeLimitSeconds: job.runSeconds }
  await tx.insertInto('skillRuns').values(values).execute()
  await jobs.send(tx, job, { runId: id })
  return (await findRun(tx, id))!
}
