import { analyse } from '../analysis/analyse.ts'
import type { ChosenPassages } from '../analysis/choose-passages.ts'
import { counted, sourcesSaid } from '../analysis/wording.ts'
import type { Block, Draft } from '../grounding.ts'
import type { ModelSettings } from '../index.ts'
import { addedSkills } from '../rows.ts'
import { RunError } from '../runs/attempt.ts'
import type { Work } from '../runs/work-on.ts'
import { type ReadAnswer, readAnswer } from './answer.ts'
import { ask, type Message } from './ask.ts'
import { repair, systemPrompt, userPrompt } from './prompt.ts'

/**
 * Lets a model write what a skill of one's own says, on passages of the sources. What it does not quote word for word is
 * left out; where that is all, it is told once, and may write again.
 * @throws RunError where it cannot be asked, or nothing is left
 */
export async function runOnModel(work: Work, model: ModelSettings | null): Promise<Draft> {
  const { db, run, signal, report } = work
  if (!model) throw new RunError('model_not_configured', 'The skill needs a model, and none is configured.')
  const skill = await addedSkills(db.reader).where('skills.name', '=', run.skill).executeTakeFirst()
  if (!skill) throw new RunError('skill_deleted', 'The skill was deleted before the run began.')

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
    return new RunError(
      'model_answer_unreadable',
      'The model did not answer in the form that it was asked for.',
    )
  const what =
    dropped === 0 ? 'The model wrote nothing' : 'The model wrote nothing that quotes a source word for word'
  return new RunError('not_grounded', `${what}.`)
}

function toDraft(
  name: string,
  { blocks, dropped }: ReadAnswer,
  { passages, of, ...told }: ChosenPassages,
): Draft {
  const part = passages.length < of ? ` (${counted(passages.length)} of ${counted(of)} passages)` : ''
  const title = `${name}: ${sourcesSaid(told)}${part}`
  return {
    told,
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
