import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { Failure } from './failure.tsx'

export interface Question {
  /** Names the object: `Delete “Interviews 2026”?` */
  title: string
  /** What follows. */
  consequences: ReactNode
  /** The verb and its object: `Delete project`. */
  confirm: string
  cancel?: string
  /** Whether something is lost by it, which a red button says. */
  destroys?: boolean
  /** What is done. The dialog stays until it has succeeded, and cannot be left meanwhile. */
  act: () => unknown
  onCancel?: () => void
}

/** Asks before something that cannot be undone. */
export function confirm(question: Question): void {
  const id = modals.open({
    title: question.title,
    size: 'sm',
    // Also runs after the act, when the answer has been given already.
    onClose: () => question.onCancel?.(),
    children: (
      <ConfirmBody
        {...question}
        close={() => modals.close(id)}
        mayClose={(may) =>
          modals.updateModal({
            modalId: id,
            closeOnEscape: may,
            closeOnClickOutside: may,
            withCloseButton: may,
          })
        }
      />
    ),
  })
}

function ConfirmBody({
  consequences,
  confirm,
  cancel = 'Cancel',
  destroys = true,
  act,
  close,
  mayClose,
}: Question & { close: () => void; mayClose: (may: boolean) => void }) {
  const [error, setError] = useState<unknown>()
  const [acting, setActing] = useState(false)
  const run = async () => {
    setActing(true)
    mayClose(false)
    try {
      await act()
      close()
    } catch (refusal) {
      setError(refusal)
      setActing(false)
      mayClose(true)
    }
  }
  return (
    <Stack>
      <Text component="div">{consequences}</Text>
      {error !== undefined && <Failure error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus disabled={acting} onClick={close}>
          {cancel}
        </Button>
        <Button {...(destroys && { color: 'red' })} loading={acting} onClick={run}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  )
}
