import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listProjects, type Project, updateProject } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { formatCount, plural } from '../../components/format.ts'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { type Bulk, bulkAction } from '../../components/table/bulk.ts'
import { headings } from '../../headings.ts'
import { useFilters, useList } from '../../list.ts'
import { CreateProject } from './project-form.tsx'

export default function ProjectsPage() {
  const filters = useFilters(listProjects)
  const { archived = 'false', q } = filters.values
  const list = useList(listProjects, { ...filters.values, archived })
  const creating = useDialog('new')

  return (
    <>
      <PageHeader
        {...headings['/projects']}
        action={
          <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
            New project
          </Button>
        }
      />
      <FilterBar>
        <SearchField label="Search projects" value={q} onChange={(q) => filters.set({ q })} />
        <SegmentedControl
          aria-label="State"
          data={[
            { value: 'false', label: 'Active' },
            { value: 'true', label: 'Archived' },
          ]}
          value={archived}
          onChange={(value) => filters.set({ archived: value === 'true' ? 'true' : undefined })}
        />
      </FilterBar>
      <DataTable
        label="Projects"
        list={list}
        columns={projectColumns}
        bulk={bulkOfProjects}
        filters={filters}
        empty={{
          title: 'No projects yet',
          text: 'Create a project for each question that you want to answer, then add sources to it.',
          action: <Button onClick={creating.open}>Create your first project</Button>,
        }}
      />
      <FormDialog dialog={creating} title="New project">
        <CreateProject onCancel={creating.close} />
      </FormDialog>
    </>
  )
}

const projectColumns: Column<Project>[] = [
  {
    heading: 'Name',
    cell: ({ id, name, description }) => (
      <>
        <RowLink to="/projects/$projectId" params={{ projectId: id }} dir="auto">
          {name}
        </RowLink>
        {description && (
          <Caption lineClamp={1} dir="auto">
            {description}
          </Caption>
        )}
      </>
    ),
  },
  { heading: 'Sources', align: 'right', width: '6rem', cell: ({ counts }) => formatCount(counts.sources) },
  {
    heading: 'Trackers',
    drop: 2,
    align: 'right',
    width: '6rem',
    cell: ({ counts }) => formatCount(counts.trackers),
  },
  {
    heading: 'Mentions',
    align: 'right',
    width: '6.5rem',
    cell: ({ counts }) => formatCount(counts.mentions),
  },
  { heading: 'Created', drop: 1, width: '9rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
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
