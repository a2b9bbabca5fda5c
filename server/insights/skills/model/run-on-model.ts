import { analyse } from '../analysis/analyse.ts'
import type { ChosenPassages } from '../analysis/choose-passages.ts'
import { formatCount, sourceCount } from '../analysis/wording.ts'
import type { Block, Draft } from '../draft.ts'
import { customSkills } from '../rows.ts'
import { RunError } from '../runs/attempt.ts'
import type { Work } from '../runs/work-on.ts'
import { type ReadAnswer, readAnswer } from './answer.ts'
import { ask, type Message, type ModelSettings } from './ask.ts'
import { repair, systemPrompt, userPrompt } from './prompt.ts'

/**
 * Runs a custom skill on passages of the sources. Sentences without an exact quotation are dropped; if none are left, the
 * model gets one more attempt.
 * @throws RunError if the model fails, or nothing is left
 */
export async function runOnModel(work: Work, model: ModelSettings | null): Promise<Draft> {
  const { db, run, signal, report } = work
  if (!model) throw new RunError('model_not_configured', 'The skill needs a model, but none is configured.')
  const skill = await customSkills(db.reader).where('skills.name', '=', run.skill).executeTakeFirst()
  if (!skill) throw new RunError('skill_deleted', 'The skill was deleted before the run started.')

  const chosen = await analyse('choosePassages', work)
  const progress = { done: chosen.read, total: chosen.read }
  const messages: Message[] = [{ role: 'user', content: userPrompt(skill, run.input, chosen.passages) }]
  report({ ...progress, message: 'The model is writing' })
  let answer = await ask(model, systemPrompt, messages, signal)
  let read = readAnswer(answer, chosen.passages)
  if (read.blocks.length === 0) {
    report({ ...progress, message: 'The model is correcting itself' })
    messages.push({ role: 'assistant', content: answer }, { role: 'user', content: repair(read) })
    answer = await ask(model, systemPrompt, messages, signal)
    read = readAnswer(answer, chosen.passages)
  }
  if (read.blocks.length === 0) throw notGrounded(read)
  return toDraft(run.skill, read, chosen)
}

function notGrounded({ understood, dropped }: ReadAnswer): RunError {
  if (!understood)
    return new RunError('model_answer_unreadable', 'The model’s answer does not have the requested form.')
  const message =
    dropped === 0 ? 'The model wrote nothing.' : 'The model wrote nothing that quotes a source exactly.'
  return new RunError('not_grounded', message)
}

function toDraft(
  name: string,
  { blocks, dropped }: ReadAnswer,
  { passages, of, ...coverage }: ChosenPassages,
): Draft {
  const part = passages.length < of ? ` (${formatCount(passages.length)} of ${formatCount(of)} passages)` : ''
  const title = `${name}: ${sourceCount(coverage)}${part}`
  return {
    coverage,
    blocks: [{ kind: 'heading', level: 2, text: title }, ...blocks],
    data: {
      passages: { read: passages.length, total: of },
      dropped,
      parts: blocks.map((block: Block) =>
        block.kind === 'heading' ? { heading: block.text } : { sentences: block.statements },
      ),
    },
  }
}
