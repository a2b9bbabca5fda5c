import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react'
import { deleteProject, type Project } from '#contract'
import { MoreActions } from '../../components/more-actions.tsx'
import { useMay } from '../../session.ts'
import { useArchive } from './use-archive.ts'
import { useDeleteProject } from './use-delete-project.ts'

/** What is done to a project now and then. */
export function ProjectMenu({ project }: { project: Project }) {
  const may = useMay()
  const { archive, restore } = useArchive(project)
  const remove = useDeleteProject(project)
  return (
    <MoreActions>
      {project.archivedAt ? (
        <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={restore}>
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={archive}>
          Archive
        </Menu.Item>
      )}
      {may(deleteProject) && (
        <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={remove}>
          Delete…
        </Menu.Item>
      )}
    </MoreActions>
  )
}
