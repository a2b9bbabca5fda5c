import { type Invitation, listAuditLog, listUsers, revokeInvitation } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'

/** Asks, and then takes an invitation back. */
export function useRevokeInvitation({ id, email }: Invitation): () => void {
  // Where it was accepted meanwhile, whoever did stands among the members.
  const { mutateAsync } = useAction(revokeInvitation, { also: [listUsers, listAuditLog] })
  return () =>
    confirm({
      title: `Revoke the invitation of ${email}?`,
      consequences: 'Their link stops working at once. You can invite them again, with a new link.',
      confirm: 'Revoke invitation',
      act: async () => {
        await mutateAsync({ invitationId: id })
        notifyDone(`The invitation of ${email} is revoked`)
      },
    })
}
