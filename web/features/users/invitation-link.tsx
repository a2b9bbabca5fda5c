import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { type createInvitation, getSignInMethods, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { copyText } from '../../components/copy-text.ts'
import { dateOf } from '../../components/format.ts'
import { stay, useUnsaved } from '../../components/unsaved.ts'
import classes from './invitation-link.module.css'

interface InvitationLinkProps {
  invitation: Output<typeof createInvitation>
  onClose: () => void
}

/** The link of a new invitation, which is nowhere else. Closing it asks as long as it has not been copied. */
export function InvitationLink({ invitation: { email, url, expiresAt }, onClose }: InvitationLinkProps) {
  const [copied, setCopied] = useState<boolean>()
  const isSent = useCall(getSignInMethods).data?.passwordReset ?? false
  const isLost = () => !copied && !isSent
  const question = {
    title: 'Close without the link?',
    consequences: `It has not been copied and is not shown again. You would have to revoke the invitation of ${email} and make a new one.`,
    confirm: 'Close',
    cancel: 'Back to the link',
  }
  // The dialog is not in the address: only another page takes the link away.
  useUnsaved(isLost, question, () => undefined)
  const done = async () => {
    if (!isLost() || !(await stay(question))) onClose()
  }
  const copy = async () => setCopied(await copyText(url))

  return (
    <Stack>
      <Text>
        {isSent ? 'This link is on its way to' : 'Send this link to'} <strong>{email}</strong>. It works once,
        for seven days: until {dateOf(expiresAt)}.
      </Text>
      <code className={classes.link} onCopy={() => setCopied(true)}>
        {url}
      </code>
      <Text c="dimmed">
        {isSent ? 'Should it not arrive, send it yourself' : 'Copy it now'}: it will not be shown again.
        Whoever has it can take the invitation, so send it only to them.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={done}>
          Done
        </Button>
        <Button
          data-autofocus
          autoFocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </Group>
      {copied === false && (
        <Text role="alert">It could not be copied. Select the link and copy it yourself.</Text>
      )}
      <VisuallyHidden role="status">{copied && 'The link is copied'}</VisuallyHidden>
    </Stack>
  )
}
