import type { Files } from '#files'
import type { Jobs } from '#platform'
import { create } from './create.ts'
import { createDelete } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { createRemoveProject } from './remove.ts'
import { update } from './update.ts'

export function createProjects({ files }: { files: Files }) {
  const removal = createRemoveProject(files)
  return {
    jobs: [removal],
    operations: (jobs: Jobs) => [list, create, get, update, createDelete(jobs, removal)],
  }
}
