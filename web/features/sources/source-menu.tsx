import { Menu } from '@mantine/core'
import { IconDownload, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { requestOf } from '#client'
import { getSourceContent, getSourceText, type Source } from '#contract'
import { MoreActions } from '../../components/more-actions.tsx'

interface SourceMenuProps {
  source: Source
  onDelete: (source: Source) => void
}

/** What is done to a source of a list now and then. */
export function SourceMenu({ source, onDelete }: SourceMenuProps) {
  return (
    <MoreActions of={source.title}>
      <Menu.Item
        renderRoot={(props) => (
          <Link
            to="/sources/$sourceId"
            params={{ sourceId: source.id }}
            search={{ dialog: 'edit' }}
            {...props}
          />
        )}
        leftSection={<IconPencil size={16} />}
      >
        Edit details
      </Menu.Item>
      <FileItems source={source} onDelete={onDelete} />
    </MoreActions>
  )
}

/** The same on the page of the source, where its text can be had too. */
export function SourcePageMenu({ source, onDelete }: SourceMenuProps) {
  return (
    <MoreActions>
      {source.status === 'ready' && (
        <Menu.Item
          component="a"
          download={`${source.title}.txt`}
          href={requestOf(getSourceText, { sourceId: source.id }).url}
          leftSection={<IconFileText size={16} />}
        >
          Download plain text
        </Menu.Item>
      )}
      <FileItems source={source} onDelete={onDelete} />
    </MoreActions>
  )
}

function FileItems({ source, onDelete }: SourceMenuProps) {
  return (
    <>
      <Menu.Item component="a" download href={contentOf(source)} leftSection={<IconDownload size={16} />}>
        Download the file
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => onDelete(source)}>
        Delete…
      </Menu.Item>
    </>
  )
}

/** Where the file of a source can be downloaded. */
export const contentOf = ({ id }: Pick<Source, 'id'>) => requestOf(getSourceContent, { sourceId: id }).url
