import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listProjects } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useFilters, useList } from '../../list.ts'
import { CreateProject } from './create-project.tsx'
import { projectColumns } from './project-columns.tsx'

export function ProjectsPage() {
  const filters = useFilters(listProjects)
  const { archived = 'false', q } = filters.values
  const list = useList(listProjects, { ...filters.values, archived })
  const creating = useDialog('new')

  return (
    <>
      <PageHeader
        title="Projects"
        description="A project holds sources, such as interviews and surveys, and what you look for in them."
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
            New project
          </Button>
        }
      />
      <FilterBar>
        <SearchField label="Search projects" value={q} onChange={(q) => filters.set({ q })} />
        <SegmentedControl
          aria-label="Which projects"
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
        filters={filters}
        empty={{
          title: 'No projects yet',
          text: 'Make one for each question you follow. Sources go in, and what people said about it comes out.',
          action: (
            <Button variant="default" onClick={creating.open}>
              Make the first one
            </Button>
          ),
        }}
      />
      <FormDialog dialog={creating} title="New project">
        <CreateProject onCancel={creating.close} />
      </FormDialog>
    </>
  )
}
