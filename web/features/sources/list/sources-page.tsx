import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconFile, IconFolder, IconTextPlus, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import {
  getProject,
  listProjects,
  listSourceFormats,
  listSources,
  listTrackers,
  type Output,
  type Project,
  retrySource,
} from '#contract'
import { useCall } from '../../../api.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { useFileInput } from '../../../components/file-input.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { formatBytes, plural } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Bulk, bulkAction } from '../../../components/table/bulk.ts'
import { useFilters, useList } from '../../../list.ts'
import { useProject } from '../../../project.ts'
import { accepted, readable } from '../uploads/upload-limits.ts'
import { useAddFiles } from '../uploads/uploads.ts'
import { useDeleteSource, useRetrySource } from '../use-source-actions.ts'
import { sourceColumns } from './source-columns.tsx'
import { SourceFilters } from './source-filters.tsx'
import classes from './sources-page.module.css'
import { UploadList } from './upload-list.tsx'

const AddText = lazyPart(() => import('./add-text.tsx'))

/** A project's sources, and the ways to add more: dropped or chosen files, and typed or pasted text. */
export default function SourcesPage() {
  const project = useProject()
  const { filters, list, counts } = useSources(project)
  const { retry } = useRetrySource()
  const remove = useDeleteSource()
  const addingText = useDialog('text')
  const isEmpty = list.rows?.length === 0 && !filters.active
  const { data: formats } = useCall(listSourceFormats)
  const onFiles = useAddFiles(project)
  const files = useFileInput({ label: 'Files', accept: formats && accepted(formats), onFiles })
  const folder = useFileInput({ label: 'Folder', folder: true, onFiles })
  const add = !project.archivedAt && (
    <AddSources>
      <Menu.Item leftSection={<IconFile size={16} />} onClick={files.open}>
        Choose files…
      </Menu.Item>
      <Menu.Item leftSection={<IconFolder size={16} />} onClick={folder.open}>
        Choose a folder…
      </Menu.Item>
      <Menu.Item leftSection={<IconTextPlus size={16} />} onClick={addingText.open}>
        Add text…
      </Menu.Item>
    </AddSources>
  )

  return (
    <>
      {files.element}
      {folder.element}
      <UploadList project={project} />
      {!isEmpty && (
        <div className={classes.bar}>
          <SourceFilters filters={filters} counts={counts} />
          {add}
        </div>
      )}
      <DataTable
        label="Sources"
        list={list}
        columns={sourceColumns({ onTag: (tag) => filters.set({ tag }), onRetry: retry, onDelete: remove })}
        bulk={bulkOfSources}
        filters={filters}
        empty={{
          title: 'No sources yet',
          text: `Sources are interviews, calls, survey answers, reviews and other texts. ${howToAdd(project, formats)}`,
          action: add,
        }}
      />
      {!project.archivedAt && (
        <FormDialog dialog={addingText} title="Add text">
          <AddText projectId={project.id} also={[getProject, listProjects]} onClose={addingText.close} />
        </FormDialog>
      )}
    </>
  )
}

const pollMs = 1_500

/** Returns the sources of a project, refreshed while Aerie is still reading some of them. */
function useSources({ id: projectId }: Project) {
  const queries = useQueryClient()
  const filters = useFilters(listSources)
  const list = useList(listSources, { projectId, ...filters.values }, 'pages', ({ counts }) =>
    counts.queued + counts.extracting > 0 ? pollMs : false,
  )

  const counts = list.first?.counts
  const working = counts ? counts.queued + counts.extracting : 0
  // Sources that have been read may contain mentions.
  useEffect(() => {
    if (working === 0) return
    return () => {
      for (const { id } of [getProject, listTrackers])
        void queries.invalidateQueries({ queryKey: id.split('.') })
    }
  }, [working, queries])

  return { filters, list, counts }
}

function AddSources({ children }: { children: ReactNode }) {
  return (
    <Group gap="xs" mb="md">
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button
            variant="filled"
            leftSection={<IconUpload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Add sources
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function howToAdd(project: Project, formats: Output<typeof listSourceFormats> | undefined): string {
  if (project.archivedAt) return 'The project is archived. Restore it to add sources.'
  const limits = formats && `: ${readable(formats)}, up to ${formatBytes(formats.maxBytes)} each`
  return `Drop files anywhere on this page, or choose them here${limits ?? ''}.`
}

type ListedSource = Output<typeof listSources>['data'][number]

/** What can be done with several sources. */
const bulkOfSources: Bulk<ListedSource> = {
  nameOf: ({ title }) => title,
  countOf: (sources) => plural(sources, 'source'),
  actions: [
    bulkAction({
      label: 'Retry',
      done: 'retried',
      operation: retrySource,
      input: ({ id }: ListedSource) => ({ sourceId: id }),
      isFor: ({ status }) => status === 'failed',
    }),
  ],
}
