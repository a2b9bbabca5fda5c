import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { createInvitation, Output } from '#contract'
import type { useDialog } from '../../components/form-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InviteForm } from './invite-form.tsx'

/** Asks whom to invite, and then shows the link: once, and until it is closed on purpose. */
export function InviteDialog({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  const [invitation, setInvitation] = useState<Output<typeof createInvitation>>()
  const asking = invitation === undefined
  useEffect(() => {
    if (!dialog.opened) setInvitation(undefined)
  }, [dialog.opened])

  return (
    <Modal
      opened={dialog.opened}
      onClose={dialog.close}
      title={asking ? 'Invite someone' : 'The invitation link'}
      withCloseButton={asking}
      closeOnEscape={asking}
      closeOnClickOutside={asking}
    >
      {asking ? (
        <InviteForm onInvited={setInvitation} onCancel={dialog.close} />
      ) : (
        <InvitationLink invitation={invitation} onClose={dialog.close} />
      )}
    </Modal>
  )
}
