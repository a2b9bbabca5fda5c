import { getProject, listProjects, listSourceFormats } from '#contract'
import { useCall } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { useFileInput } from '../../components/file-input.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { useProject } from '../projects/use-project.ts'
import { AddSources } from './add-sources.tsx'
import { AddText } from './add-text.tsx'
import { NoSources } from './no-sources.tsx'
import { sourceColumns } from './source-columns.tsx'
import { SourceFilters } from './source-filters.tsx'
import classes from './sources-page.module.css'
import { accepted } from './upload-limits.ts'
import { UploadList } from './upload-list.tsx'
import { useAddFiles } from './use-add-files.ts'
import { useDeleteSource } from './use-delete-source.ts'
import { useRetrySource } from './use-retry-source.ts'
import { useSources } from './use-sources.ts'

/** What a project holds, and the ways in: files dropped or chosen, and text typed or pasted. */
export function SourcesPage() {
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
    <AddSources onFiles={files.open} onFolder={folder.open} onText={addingText.open} />
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
        filters={filters}
        empty={{
          title: 'No sources yet',
          text: <NoSources project={project} formats={formats} />,
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
