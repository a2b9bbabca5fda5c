import type { Block, Coverage, Draft } from '#engines/summaries'
import { passageCount, sourceCount } from '#engines/summaries'
import { analyse } from '../analysis/analyse.ts'
import { RunError } from '../runs/attempt.ts'
import type { Work } from '../runs/work-on.ts'
import { customSkills } from '../skill-rows.ts'
import { collectFindings } from './collect.ts'
import { writeReport } from './conclude.ts'
import type { Model } from './model.ts'
import type { Part } from './report.ts'
import { createSession } from './session.ts'

/**
 * Runs a custom skill: the model reads all passages of the sources and collects findings, then writes a report on them,
 * then checks each sentence of it. What is not quoted exactly, or not supported by its quotations, is dropped.
 * @throws RunError if the model fails, or nothing is left
 */
export async function runOnModel(work: Work, model: Model | null): Promise<Draft> {
  const { db, run, report } = work
  if (!model) throw new RunError('model_not_configured', 'The skill needs a model, but none is configured.')
  const skill = await customSkills(db.reader).where('skills.name', '=', run.skill).executeTakeFirst()
  if (!skill) throw new RunError('skill_deleted', 'The skill was deleted before the run started.')
  const task = { instructions: skill.instructions, input: run.input }

  const plan = await analyse('planPassages', work)
  const total = plan.passages.length
  let done = 0
  const session = createSession(work, model, (message) => report({ done, total, message }))
  const { contextTokens } = model.settings
  const collected = await collectFindings(work, session, { task, plan, contextTokens }, (read) => {
    done = read
  })
  if (collected.findings.length === 0) throw notGrounded(collected.dropped)
  const { parts, dropped } = await writeReport(session, task, collected.findings)
  if (parts.every(({ sentences }) => sentences.length === 0)) throw notGrounded(collected.dropped + dropped)

  const coverage = { read: plan.read, total: plan.total }
  const passages = { read: collected.read, total }
  return {
    coverage,
    passages,
    blocks: [
      { kind: 'heading', level: 2, text: titleOf(run.skill, coverage, passages, collected.isLimited) },
      ...parts.flatMap(blocksOf),
    ],
    data: {
      passages,
      tokenLimitReached: collected.isLimited,
      dropped: collected.dropped + dropped,
      parts: parts.map(({ heading, sentences }) => ({ heading, sentences })),
    },
  }
}

const notGrounded = (dropped: number): RunError =>
  new RunError(
    'not_grounded',
    dropped === 0
      ? 'The model found nothing in the sources that matters to the skill.'
      : 'The model wrote nothing that the sources support.',
  )

function titleOf(skill: string, coverage: Coverage, passages: Coverage, isLimited: boolean): string {
  const title = `${skill}: ${sourceCount(coverage)}`
  if (passages.read === passages.total) return title
  return `${title} (${passageCount(passages)}${isLimited ? ', token limit reached' : ''})`
}

const blocksOf = ({ heading, sentences }: Part): Block[] => [
  ...(heading ? [{ kind: 'heading', level: 3, text: heading } as const] : []),
  ...(sentences.length > 0 ? [{ kind: 'paragraph', statements: sentences } as const] : []),
]
