import type { User } from '#contract'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { useUpdateMember } from './use-update-member.ts'

/** Disables a member after asking, and enables them again. */
export function useDisable(member: User, isMe: boolean) {
  const update = useUpdateMember(member)
  const { name } = member
  return {
    disable: () =>
      confirm({
        title: isMe ? 'Disable your own account?' : `Disable “${name}”?`,
        consequences: isMe ? own : theirs,
        confirm: 'Disable',
        act: async () => {
          if (await update({ disabled: true })) notifyDone(`“${name}” is disabled`)
        },
      }),
    enable: async () => {
      try {
        if (await update({ disabled: false }))
          notifyDone(`“${name}” can sign in again, and their API keys work`)
      } catch (error) {
        notifyFailed(`“${name}” could not be enabled`, error)
      }
    },
  }
}

const theirs =
  'They are signed out everywhere, and their API keys stop working, at once. Nothing of theirs is deleted: enabling them brings the keys back.'
const own =
  'You are signed out everywhere, and your API keys stop working, at once. Only another admin or the owner can enable you again.'
