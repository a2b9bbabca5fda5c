import type { Files, Implementation, Job, Jobs } from '#platform'
import { create } from './create.ts'
import { createDelete } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { createRemoveProject } from './remove.ts'
import { update } from './update.ts'

export interface ProjectServices {
  files: Files
}

export function createProjects({ files }: ProjectServices): {
  jobs: Job<never>[]
  operations: (jobs: Jobs) => Implementation[]
} {
  const removal = createRemoveProject(files)
  return { jobs: [removal], operations: (jobs) => [list, create, get, update, createDelete(jobs, removal)] }
}
