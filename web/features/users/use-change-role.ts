import type { User } from '#contract'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { adminsCan } from './roles.ts'
import { useUpdateMember } from './use-update-member.ts'

/** Asks, saying what the other role means, and then changes it. */
export function useChangeRole(member: User, isMe: boolean): (role: 'admin' | 'member') => void {
  const update = useUpdateMember(member)
  const { name } = member
  return (role) => {
    const words = role === 'admin' ? 'an admin' : 'a member'
    confirm({
      title: isMe ? `Make yourself ${words}?` : `Make “${name}” ${words}?`,
      consequences: role === 'admin' ? gains : isMe ? own : losses,
      confirm: `Make ${role}`,
      destroys: role === 'member',
      act: async () => {
        if (await update({ role })) notifyDone(`“${name}” is ${words} now`)
      },
    })
  }
}

const gains = `They can then ${adminsCan}. Their API keys can do the same, from the next call.`
const losses = `They can no longer ${adminsCan}. The same goes for their API keys, from the next call.`
const own = `You can no longer ${adminsCan}, and neither can your API keys. Only another admin or the owner can undo this.`
