import { type Project, updateProject } from '#contract'
import { plural } from '../../components/format.ts'
import { type Bulk, bulkAction } from '../../components/table/bulk.ts'

/** What can be done with several projects. */
export const bulkOfProjects: Bulk<Project> = {
  nameOf: ({ name }) => name,
  countOf: (projects) => plural(projects, 'project'),
  actions: [
    bulkAction({
      label: 'Archive',
      done: 'archived',
      operation: updateProject,
      input: ({ id }: Project) => ({ projectId: id, archived: true }),
      isFor: ({ archivedAt }) => !archivedAt,
    }),
    bulkAction({
      label: 'Restore',
      done: 'restored',
      operation: updateProject,
      input: ({ id }: Project) => ({ projectId: id, archived: false }),
      isFor: ({ archivedAt }) => archivedAt !== null,
    }),
  ],
}
