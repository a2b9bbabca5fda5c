import * as api from '#contract'
import { pick } from './random.ts'
import type { Flow, World } from './world.ts'

/** Small files, some of them imported again. */
export function importFlows({ effects, call, known, result }: World): Flow[] {
  async function move(): Promise<void> {
    const mark = effects.newMark('imported')
    const file = new File([`id,family name\n${mark},${mark}\n`], `${mark}.csv`)
    await call(api.inspectImport, { kind: 'patients', file })
    const added = await result(api.createImport, { kind: 'patients', file, dryRun: pick([true, false]) })
    if (added) known('importId').put(added.id)
  }

  return [[1, move]]
}
