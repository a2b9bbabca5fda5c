import { ActionIcon, Menu } from '@mantine/core'
import { IconBox, IconDots, IconMapPin } from '@tabler/icons-react'

interface InventoryMenuProps {
  onItem: () => void
  onLocation: () => void
}

/** What is made in the inventory now and then. */
export function InventoryMenu({ onItem, onLocation }: InventoryMenuProps) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBox size={16} />} onClick={onItem}>
          New item
        </Menu.Item>
        <Menu.Item leftSection={<IconMapPin size={16} />} onClick={onLocation}>
          New location
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
