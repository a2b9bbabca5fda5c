import type { Implementation, Job, Jobs } from '#platform'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'

export function createProjects(): { jobs: Job<never>[]; operations: (jobs: Jobs) => Implementation[] } {
  return { jobs: [], operations: () => [list, create, get, update, remove] }
}
