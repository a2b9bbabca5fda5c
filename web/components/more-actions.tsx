import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core'
import { IconDots, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface MoreActionsProps {
  /** What the actions are for, if a page has several such menus: `Interviews`. */
  of?: string
  width?: number
  /** `MenuAction`s and other `Menu.Item`s. */
  children: ReactNode
}

/** A menu of less frequent actions. */
export function MoreActions({ of, width = 200, children }: MoreActionsProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon
          aria-label={of ? `More actions for ${of}` : 'More actions'}
          {...(!of && { variant: 'default', size: 36 })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface MenuActionProps extends Omit<MenuItemProps, 'leftSection' | 'children'> {
  icon: TablerIcon
  label: string
  onClick: () => unknown
}

export const MenuAction = ({ icon: Icon, label, onClick, ...props }: MenuActionProps) => (
  <Menu.Item leftSection={<Icon size={16} />} onClick={() => void onClick()} {...props}>
    {label}
  </Menu.Item>
)
