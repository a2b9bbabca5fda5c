import type { Files } from '#files'
import type { Jobs } from '#platform'
import { createCreate } from './create.ts'
import { get } from './get.ts'
import { createInspect } from './inspect.ts'
import { list } from './list.ts'
import { listErrors } from './list-errors.ts'
import { createRun } from './run.ts'

export function createImports(files: Files) {
  const run = createRun(files)
  return {
    jobs: [run],
    operations: (jobs: Jobs) => [
      createInspect(files),
      createCreate({ files, jobs, run }),
      list,
      get,
      listErrors,
    ],
  }
}

export { importInvariants } from './invariants.ts'
