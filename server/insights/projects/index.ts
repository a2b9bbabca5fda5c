import type { Files } from '#files'
import type { QueueEmail } from '#mail'
import type { Jobs } from '#platform'
import { create } from './create.ts'
import { createDelete } from './delete.ts'
import { createExpireArchived } from './expire-archived.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { createRemoveProject } from './remove.ts'
import { update } from './update.ts'

interface Services {
  files: Files
  queueEmail: QueueEmail | null
}

export function createProjects({ files, queueEmail }: Services) {
  const removal = createRemoveProject(files)
  let ownJobs: Jobs | undefined
  return {
    jobs: [removal, createExpireArchived({ removal, jobs: () => ownJobs, queueEmail })],
    operations: (jobs: Jobs) => {
      ownJobs = jobs
      return [list, create, get, update, createDelete(jobs, removal)]
    },
  }
}
