import { deleteSkill, type Skill } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'

/** Asks, and then deletes a skill that was added. */
export function useDeleteSkill(): (skill: Skill) => void {
  const { mutateAsync } = useAction(deleteSkill)
  return ({ name }) =>
    confirm({
      title: `Delete “${name}”?`,
      consequences: 'It can be started no more. What it wrote so far stays.',
      confirm: 'Delete skill',
      act: async () => {
        await mutateAsync({ name })
        notifyDone(`“${name}” is deleted`)
      },
    })
}
