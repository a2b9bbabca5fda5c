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
import { useFileInput } from '../../../components/file-input.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { formatBytes, plural } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { FilteredTable } from '../../../components/list-page.tsx'
import { MenuAction } from '../../../components/more-actions.tsx'
import { type Bulk, bulkAction } from '../../../components/table/bulk.ts'
import { type RowOf, useFilteredList } from '../../../list.ts'
import { takesMore, useProject } from '../../../project.ts'
import { accepted, readable } from '../uploads/upload-limits.ts'
import { useAddFiles } from '../uploads/uploads.ts'
import { mayRetry, useDeleteSource, useRetrySource } from '../use-source-actions.ts'
import { sourceColumns } from './source-columns.tsx'
import { sourceFilters } from './source-filters.tsx'
import classes from './sources-page.module.css'
import { UploadList } from './upload-list.tsx'

const AddText = lazyPart(() => import('./add-text.tsx'))

/** A project's sources, and the ways to add more: dropped or chosen files, and typed or pasted text. */
export default function SourcesPage() {
  const project = useProject()
  const list = useSources(project)
  const mayEdit = project.level === 'edit'
  const { retry } = useRetrySource()
  const remove = useDeleteSource()
  const addingText = useDialog('text')
  const isEmpty = list.rows?.length === 0 && !list.filters.active
  const { data: formats } = useCall(listSourceFormats)
  const onFiles = useAddFiles(project)
  const files = useFileInput({ label: 'Files', accept: formats && accepted(formats), onFiles })
  const folder = useFileInput({ label: 'Folder', folder: true, onFiles })
  const add = takesMore(project) && (
    <AddSources>
      <MenuAction icon={IconFile} label="Choose files…" onClick={files.open} />
      <MenuAction icon={IconFolder} label="Choose a folder…" onClick={folder.open} />
      <MenuAction icon={IconTextPlus} label="Add text…" onClick={addingText.open} />
    </AddSources>
  )

  return (
    <>
      {files.element}
      {folder.element}
      <UploadList project={project} />
      <FilteredTable
        label="Sources"
        list={list}
        filters={isEmpty ? undefined : sourceFilters(list.first?.counts)}
        bar={(filters) => (
          <div className={classes.bar}>
            {filters}
            {add}
          </div>
        )}
        columns={sourceColumns({
          mayEdit,
          onTag: (tag) => list.filters.set({ tag }),
          onRetry: retry,
          onDelete: remove,
        })}
        bulk={mayEdit ? bulkOfSources : undefined}
        empty={{
          title: 'No sources yet',
          text: `Sources are interviews, calls, survey answers, reviews and other texts. ${howToAdd(project, formats)}`,
          action: add,
        }}
      />
      {takesMore(project) && (
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
  const again = ({ counts }: Output<typeof listSources>) => counts.queued + counts.extracting > 0 && pollMs
  const list = useFilteredList(listSources, { projectId }, { again })

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

  return list
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
  if (project.level !== 'edit') return 'You can view this project, but not add to it.'
  if (project.archivedAt) return 'The project is archived. Restore it to add sources.'
  const limits = formats && `: ${readable(formats)}, up to ${formatBytes(formats.maxBytes)} each`
  return `Drop files anywhere on this page, or choose them here${limits ?? ''}.`
}

type ListedSource = RowOf<typeof listSources>

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
      isFor: mayRetry,
    }),
  ],
}
