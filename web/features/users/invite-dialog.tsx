import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { createInvitation, Output } from '#contract'
import type { useDialog } from '../../components/form-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InviteForm } from './invite-form.tsx'

/** Asks whom to invite, and then shows the link: once, and until it is closed on purpose. */
export function InviteDialog({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  const [invitation, setInvitation] = useState<Output<typeof createInvitation>>()
  const asking = invitation === undefined

  const show = (invitation: Output<typeof createInvitation>) => {
    setInvitation(invitation)
    // The address is that of the page again: loaded anew, it would show an empty form.
    dialog.close()
  }
  return (
    <Modal
      opened={!asking || dialog.opened}
      onClose={dialog.close}
      title={asking ? 'Invite someone' : 'The invitation link'}
      withCloseButton={asking}
      closeOnEscape={asking}
      closeOnClickOutside={asking}
      // What it shows is gone at once when it closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
    >
      {asking ? (
        dialog.opened && <InviteForm onInvited={show} onCancel={dialog.close} />
      ) : (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Modal>
  )
}
