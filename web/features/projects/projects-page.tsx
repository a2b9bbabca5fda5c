import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { createProject, listProjects, type Project, updateProject } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, countColumn, RowLink, timeColumn } from '../../components/columns.tsx'
import { searchFilter } from '../../components/filters.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { plural } from '../../components/format.ts'
import { ListPage } from '../../components/list-page.tsx'
import { segmentFilter } from '../../components/segment-filter.tsx'
import { type Bulk, bulkAction } from '../../components/table/bulk.ts'
import { headings } from '../../headings.ts'
import { useFilteredList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { LockedBadge } from './locked-badge.tsx'
import { CreateProject } from './project-form.tsx'

export default function ProjectsPage() {
  const creating = useDialog('new')
  const mayCreate = useMay()(createProject)
  return (
    <ListPage
      {...headings['/projects']}
      action={
        mayCreate && (
          <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
            New project
          </Button>
        )
      }
      list={useFilteredList(listProjects, { archived: 'false' })}
      filters={[
        searchFilter('Search projects'),
        segmentFilter('archived', 'State', { false: 'Active', true: 'Archived' }),
      ]}
      columns={projectColumns}
      bulk={bulkOfProjects}
      empty={{
        title: 'No projects yet',
        text: 'Create a project for each question that you want to answer, then add sources to it.',
        action: mayCreate && <Button onClick={creating.open}>Create your first project</Button>,
      }}
    >
      {mayCreate && (
        <FormDialog dialog={creating} title="New project">
          <CreateProject onCancel={creating.close} />
        </FormDialog>
      )}
    </ListPage>
  )
}

const projectColumns: Column<Project>[] = [
  column('Name', {}, ({ id, name, description, access }) => (
    <>
      <RowLink to="/projects/$projectId" params={{ projectId: id }} dir="auto">
        {name}
      </RowLink>{' '}
      <LockedBadge access={access} />
      {description && (
        <Caption lineClamp={1} dir="auto">
          {description}
        </Caption>
      )}
    </>
  )),
  countColumn('Sources', { width: '6rem' }, ({ counts }) => counts.sources),
  countColumn('Trackers', { drop: 2, width: '6rem' }, ({ counts }) => counts.trackers),
  countColumn('Mentions', { width: '6.5rem' }, ({ counts }) => counts.mentions),
  timeColumn('Created', { drop: 1 }, ({ createdAt }) => createdAt),
]

/** What can be done with several projects. */
const bulkOfProjects: Bulk<Project> = {
  nameOf: ({ name }) => name,
  countOf: (projects) => plural(projects, 'project'),
  actions: [
    bulkAction({
      label: 'Archive',
      done: 'archived',
      operation: updateProject,
      input: ({ id }: Project) => ({ projectId: id, archived: true }),
      isFor: ({ archivedAt, level }) => level === 'edit' && !archivedAt,
    }),
    bulkAction({
      label: 'Restore',
      done: 'restored',
      operation: updateProject,
      input: ({ id }: Project) => ({ projectId: id, archived: false }),
      isFor: ({ archivedAt, level }) => level === 'edit' && archivedAt !== null,
    }),
  ],
}
