import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconShieldCheck, IconUser, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { User } from '#contract'
import classes from './member-menu.module.css'
import { useChangeRole } from './use-change-role.ts'
import { useDisable } from './use-disable.ts'

/** What admins do to a member now and then. */
export function MemberMenu({ member, isMe }: { member: User; isMe: boolean }) {
  const changeRole = useChangeRole(member, isMe)
  const { disable, enable } = useDisable(member, isMe)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.menu ?? ''} size={32} aria-label={`Actions for ${member.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {member.role === 'member' ? (
          <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={() => changeRole('admin')}>
            Make admin…
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => changeRole('member')}>
            Make member…
          </Menu.Item>
        )}
        {member.disabled ? (
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={enable}>
            Enable
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserOff size={16} />} color="red" onClick={disable}>
            Disable…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
