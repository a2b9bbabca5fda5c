import { ApiError } from '#client'
import { getMe, type Input, listAuditLog, type User, updateUser } from '#contract'
import { useAction } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'

type Change = Omit<Input<typeof updateUser>, 'userId' | 'version'>

/**
 * Changes a member as they were read, and says whether that was done. Where they are no longer as they were read it is
 * not: that is said, and the list shows them as they are.
 * @throws whatever else failed
 */
export function useUpdateMember({ id, name, version }: User) {
  const { mutateAsync } = useAction(updateUser, { also: [getMe, listAuditLog] })
  return async (change: Change): Promise<boolean> => {
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

/** Refused for what the page did not know yet: asking again from the same page cannot help. */
const isOutdated = (error: unknown) =>
  error instanceof ApiError && ['stale_version', 'user_not_found', 'owner_protected'].includes(error.code)
