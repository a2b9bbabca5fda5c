import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface MoreActionsProps {
  /** What the actions are for, if a page has several such menus: `Interviews`. */
  of?: string
  width?: number
  /** `Menu.Item`s. */
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
