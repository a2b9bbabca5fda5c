// Separate because only narrow screens need it, so it is loaded when the drawer first opens.
import { Drawer } from '@mantine/core'
import { NavigationLinks } from './navigation-links.tsx'

interface NavigationDrawerProps {
  opened: boolean
  onClose: () => void
}

/** The navigation on narrow screens. */
export default function NavigationDrawer({ opened, onClose }: NavigationDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={272}
      padding={0}
      title="Navigation"
      styles={{ header: { minHeight: 56, padding: '8px 12px 8px 20px' } }}
      hiddenFrom="sm"
      returnFocus={false}
    >
      <NavigationLinks />
    </Drawer>
  )
}
