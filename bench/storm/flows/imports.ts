import * as api from '#contract'
import type { Client, Part } from '../client.ts'

/** Small files, most of them imported twice, whose rows are created once. */
export function importsPart(): Part {
  async function move(client: Client): Promise<void> {
    const { call, dice, history, known, newMark } = client
    const marks = Array.from({ length: 1 + dice.below(3) }, () => newMark('imported'))
    const rows = marks.map((mark) => `${mark},${mark}\n`)
    const file = new File([`id,family name\n${rows.join('')}`], `${marks[0]}.csv`)
    if (dice.chance(0.3)) await call(api.inspectImport, { kind: 'patients', file })
    const dryRun = dice.chance(0.2)
    for (let n = 0; n < (dice.chance(0.6) ? 2 : 1); n++) {
      const called = await call(api.createImport, { kind: 'patients', file, dryRun }, undefined, [])
      for (const mark of marks) history.records.note('patient', mark, dryRun ? 'removed' : 'promised', called)
      if (called.answer?.kind === 'done') known('importId').put(called.answer.result.id)
    }
  }

  return { flows: [[1, move]] }
}
