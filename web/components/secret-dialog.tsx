import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Question } from './confirm.tsx'
import type { useDialog } from './form-dialog.tsx'
import { Modal } from './modal.tsx'
import { useUnsaved } from './unsaved.ts'

interface SecretDialogProps<Secret> {
  dialog: ReturnType<typeof useDialog>
  /** The title above the form. */
  title: string
  /** The title above the secret. */
  secretTitle: string
  size: number
  /** The label of the only button that closes the secret. */
  stored: string
  /** Asked before the page is left while the secret is shown. */
  leaving: Pick<Question, 'title' | 'consequences' | 'confirm' | 'cancel'>
  onClosed: () => void
  /** The form, which passes the secret to `show`. */
  form: (show: (secret: Secret) => void) => ReactNode
  children: (secret: Secret) => ReactNode
}

/**
 * A form followed by the secret it returns, which is shown once. The secret exists only in this component's memory.
 * While it is shown, only one button closes the dialog.
 */
export function SecretDialog<Secret>(props: SecretDialogProps<Secret>) {
  const { dialog, title, secretTitle, size, stored, leaving, onClosed, form, children } = props
  const [secret, setSecret] = useState<Secret>()
  const [hint, setHint] = useState(false)

  const show = (secret: Secret) => {
    setSecret(secret)
    setHint(false)
    // Takes the dialog out of the address, so that a reload does not open an empty form.
    dialog.close()
  }
  return (
    <Modal
      opened={secret !== undefined || dialog.opened}
      onClose={secret ? () => setHint(true) : dialog.close}
      withCloseButton={!secret}
      title={secret ? secretTitle : title}
      size={size}
      // The content is removed as soon as the dialog closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      onExitTransitionEnd={onClosed}
    >
      {secret ? (
        <Stack>
          <StayOnPage leaving={leaving} />
          {children(secret)}
          <Group justify="flex-end" mt="xs">
            <Text c="dimmed" role="status">
              {hint && 'Only this button closes the dialog.'}
            </Text>
            <Button onClick={() => setSecret(undefined)}>{stored}</Button>
          </Group>
        </Stack>
      ) : (
        dialog.opened && form(show)
      )}
    </Modal>
  )
}

function StayOnPage({ leaving }: Pick<SecretDialogProps<never>, 'leaving'>) {
  // The secret is not part of the address: only another page takes it away.
  useUnsaved(
    () => true,
    leaving,
    () => undefined,
  )
  return null
}
