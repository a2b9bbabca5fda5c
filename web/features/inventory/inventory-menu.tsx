import { Menu } from '@mantine/core'
import { IconBox, IconMapPin } from '@tabler/icons-react'
import { MoreActions } from '../../components/more-actions.tsx'

interface InventoryMenuProps {
  onItem: () => void
  onLocation: () => void
}

/** What is made in the inventory now and then. */
export function InventoryMenu({ onItem, onLocation }: InventoryMenuProps) {
  return (
    <MoreActions>
      <Menu.Item leftSection={<IconBox size={16} />} onClick={onItem}>
        New item
      </Menu.Item>
      <Menu.Item leftSection={<IconMapPin size={16} />} onClick={onLocation}>
        New location
      </Menu.Item>
    </MoreActions>
  )
}
