import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconKeyOff,
  IconLockAccess,
  IconShieldCheck,
  IconUser,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { ApiError } from '#client'
import { getMe, type Input, listApiKeys, listAuditLog, signInAs, type User, updateUser } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { useDialog } from '../../components/form-dialog.tsx'
import { MenuAction } from '../../components/more-actions.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { leaveFor } from '../../session.ts'
import { useRevokeMany } from '../api-keys/use-revoke-many.tsx'
import { AccessDialog } from './access-dialog.tsx'
import classes from './member-menu.module.css'
import { adminsCan } from './roles.ts'

/** The actions that admins have on a member. */
export function MemberMenu({ member, isMe }: { member: User; isMe: boolean }) {
  const { changeRole, disable, enable } = useMemberActions(member, isMe)
  const changing = useDialog(`access-${member.id}`)
  const signIn = useSignInAs(member)
  const revokeMany = useRevokeMany()
  const revokeKeys = () =>
    revokeMany({ ownerId: member.id }, { title: (keys) => `Revoke ${keys} of “${member.name}”?` })
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon className={classes.menu ?? ''} size={32} aria-label={`Actions for ${member.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {member.kind === 'service' && !member.disabled && (
            <MenuAction icon={IconKey} label="Create keys as this user…" onClick={signIn} />
          )}
          {member.role === 'member' && (
            <MenuAction icon={IconLockAccess} label="Change access…" onClick={changing.open} />
          )}
          {member.role === 'member' ? (
            <MenuAction icon={IconShieldCheck} label="Make admin…" onClick={() => changeRole('admin')} />
          ) : (
            <MenuAction icon={IconUser} label="Make member…" onClick={() => changeRole('member')} />
          )}
          <MenuAction icon={IconKeyOff} label="Revoke API keys…" color="red" onClick={() => revokeKeys()} />
          {member.disabled ? (
            <MenuAction icon={IconUserCheck} label="Enable…" onClick={enable} />
          ) : (
            <MenuAction icon={IconUserOff} label="Disable…" color="red" onClick={disable} />
          )}
        </Menu.Dropdown>
      </Menu>
      {member.role === 'member' && <AccessDialog user={member} dialog={changing} />}
    </>
  )
}

/** Returns a function that signs in as a service user and opens its API keys. */
function useSignInAs({ id: userId, name }: User): () => Promise<void> {
  const { mutateAsync } = useAction(signInAs, { onDone: () => leaveFor('/settings/api-keys') })
  return () =>
    mutateAsync({ userId }).then(
      () => undefined,
      (error) => notifyFailed(`You are not signed in as “${name}”`, error),
    )
}

const consequences = {
  admin: () => `They can ${adminsCan}. So can their API keys, immediately.`,
  member: (isMe: boolean) =>
    isMe
      ? `You can no longer ${adminsCan}, and neither can your API keys. Only another admin or the owner can undo this.`
      : `They can no longer ${adminsCan}. Neither can their API keys.`,
  disableService:
    'Their API keys stop working immediately. Nothing is deleted: you can enable the account again.',
  disable: (isMe: boolean) =>
    isMe
      ? 'You are signed out everywhere immediately, and your API keys stop working. Only another admin or the owner can enable your account again.'
      : 'They are signed out everywhere immediately, and their API keys stop working. Nothing is deleted: you can enable the account again.',
}

function useMemberActions(member: User, isMe: boolean) {
  const update = useUpdateMember(member)
  const { name } = member
  const isService = member.kind === 'service'
  return {
    changeRole: (role: 'admin' | 'member') => {
      const newRole = role === 'admin' ? 'an admin' : 'a member'
      confirm({
        title: isMe ? `Make yourself ${newRole}?` : `Make “${name}” ${newRole}?`,
        consequences: consequences[role](isMe),
        confirm: `Make ${role}`,
        destroys: role === 'member',
        act: async () => {
          if (await update({ role })) notifyDone(`“${name}” is now ${newRole}`)
        },
      })
    },
    disable: () =>
      confirm({
        title: isMe ? 'Disable your own account?' : `Disable “${name}”?`,
        consequences: isService ? consequences.disableService : consequences.disable(isMe),
        confirm: 'Disable account',
        act: async () => {
          if (await update({ disabled: true })) notifyDone(`“${name}” is disabled`)
        },
      }),
    enable: () => {
      let keepKeys = false
      confirm({
        title: `Enable “${name}”?`,
        consequences: (
          <>
            {!isService && 'They can sign in again. '}
            Their API keys are revoked, because others may have them by now.
            <Checkbox
              mt="md"
              label="Let their API keys work again"
              onChange={(event) => {
                keepKeys = event.currentTarget.checked
              }}
            />
          </>
        ),
        confirm: 'Enable account',
        destroys: false,
        act: async () => {
          if (await update({ disabled: false, keepKeys }))
            notifyDone(`“${name}” ${isService ? 'is enabled' : 'can sign in again'}`)
        },
      })
    },
  }
}

/**
 * Returns a function that updates a member, and resolves to whether it did. If the member has changed since the page
 * loaded, it reports that and the list is refreshed.
 * @throws any other error
 */
function useUpdateMember({ id, name, version }: User) {
  const { mutateAsync } = useAction(updateUser, { also: [getMe, listApiKeys, listAuditLog] })
  return async (change: Omit<Input<typeof updateUser>, 'userId' | 'version'>): Promise<boolean> => {
    try {
      await mutateAsync({ userId: id, version, ...change })
      return true
    } catch (error) {
      if (!isOutdated(error)) throw error
      notifyFailed(`“${name}” was not changed`, error)
      return false
    }
  }
}

/** The page was out of date, so trying again from it cannot help. */
const isOutdated = (error: unknown) =>
  error instanceof ApiError && ['stale_version', 'user_not_found', 'owner_protected'].includes(error.code)
