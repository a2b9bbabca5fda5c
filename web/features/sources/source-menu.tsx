import { Menu } from '@mantine/core'
import { IconDownload, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { requestOf } from '#client'
import { getSourceContent, getSourceText, type Source } from '#contract'
import { MenuAction, MoreActions } from '../../components/more-actions.tsx'

interface SourceMenuProps {
  source: Source
  /** Whether the menu is in a list of sources, and not on the source's own page. */
  inList?: boolean
  mayEdit: boolean
  onDelete: (source: Source) => void
}

/** The less common actions on a source. */
export function SourceMenu({ source, inList = false, mayEdit, onDelete }: SourceMenuProps) {
  const { id: sourceId, projectId, title, status } = source
  return (
    <MoreActions {...(inList && { of: title })}>
      {inList && mayEdit && (
        <Menu.Item
          renderRoot={(props) => (
            <Link
              to="/projects/$projectId/sources/$sourceId"
              params={{ projectId, sourceId }}
              search={{ dialog: 'edit' }}
              {...props}
            />
          )}
          leftSection={<IconPencil size={16} />}
        >
          Edit details
        </Menu.Item>
      )}
      {!inList && status === 'ready' && (
        <Menu.Item
          component="a"
          download={`${title}.txt`}
          href={requestOf(getSourceText, { sourceId }).url}
          leftSection={<IconFileText size={16} />}
        >
          Download plain text
        </Menu.Item>
      )}
      {source.original !== 'removed' && (
        <Menu.Item component="a" download href={contentOf(source)} leftSection={<IconDownload size={16} />}>
          Download file
        </Menu.Item>
      )}
      {mayEdit && (
        <MenuAction icon={IconTrash} label="Delete…" color="red" onClick={() => onDelete(source)} />
      )}
    </MoreActions>
  )
}

/** Returns the address of a source's file. */
export const contentOf = ({ id }: Pick<Source, 'id'>) => requestOf(getSourceContent, { sourceId: id }).url
