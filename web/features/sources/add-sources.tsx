import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconFile, IconFolder, IconTextPlus, IconUpload } from '@tabler/icons-react'

export interface AddSourcesProps {
  onFiles: () => void
  onFolder: () => void
  onText: () => void
}

/** The ways to add sources: files, a folder, or text. */
export function AddSources({ onFiles, onFolder, onText }: AddSourcesProps) {
  return (
    <Group gap="xs" mb="md">
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button
            leftSection={<IconUpload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Add sources
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFile size={16} />} onClick={onFiles}>
            Choose files…
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder size={16} />} onClick={onFolder}>
            Choose a folder…
          </Menu.Item>
          <Menu.Item leftSection={<IconTextPlus size={16} />} onClick={onText}>
            Add text…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
