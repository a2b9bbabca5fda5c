import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { getSignInMethods, type Invitation } from '#contract'
import { useCall } from '../../api.ts'
import { useCopyButton } from '../../components/copy.tsx'
import { dateOf } from '../../components/format.ts'
import { Modal } from '../../components/modal.tsx'
import { stay, useUnsaved } from '../../components/unsaved.ts'
import classes from './invitation-link.module.css'

interface InvitationLinkProps {
  invitation: Invitation & { url: string }
  onClose: () => void
}

/** Shows the link of an invitation, which only a button closes. */
export function InvitationLinkDialog({
  invitation,
  onClose,
}: Omit<InvitationLinkProps, 'invitation'> & { invitation: InvitationLinkProps['invitation'] | undefined }) {
  return (
    <Modal
      opened={invitation !== undefined}
      onClose={onClose}
      title="Invitation link"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // The content is removed as soon as the dialog closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
    >
      {invitation && <InvitationLink invitation={invitation} onClose={onClose} />}
    </Modal>
  )
}

/** Closing it asks, unless the link was copied or emailed. */
function InvitationLink({ invitation: { email, url, expiresAt }, onClose }: InvitationLinkProps) {
  const { button, copied, setCopied } = useCopyButton(url, 'Copy link')
  const isSent = useCall(getSignInMethods).data?.passwordReset ?? false
  const isLost = () => !copied && !isSent
  const question = {
    title: 'Close without the link?',
    consequences: `The link has not been copied and is not shown again. You would have to revoke the invitation of ${email} and create a new one.`,
    confirm: 'Close',
    cancel: 'Back to the link',
  }
  // The dialog is not part of the address: only another page takes the link away.
  useUnsaved(isLost, question, () => undefined)
  const done = async () => {
    if (!isLost() || !(await stay(question))) onClose()
  }

  return (
    <Stack>
      <Text>
        {isSent ? 'We have sent this link to' : 'Send this link to'} <strong>{email}</strong>. It works once,
        until {dateOf(expiresAt)}.
      </Text>
      <code className={classes.link} onCopy={() => setCopied(true)}>
        {url}
      </code>
      <Text c="dimmed">
        {isSent ? 'If the email does not arrive, send the link yourself' : 'Copy it now'}: it is not shown
        again. Anyone who has the link can accept the invitation.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button onClick={done}>Done</Button>
        {button}
      </Group>
      {copied === false && (
        <Text role="alert">The browser blocked copying. Select the link, then copy it.</Text>
      )}
      <VisuallyHidden role="status">{copied && 'Link copied'}</VisuallyHidden>
    </Stack>
  )
}
