import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Failure } from './failure.tsx'
import { notifyDone } from './notify.tsx'
import { overlays } from './overlay.ts'

type Modals = Awaited<ReturnType<typeof overlays.use>>['modals']

export interface Question {
  /** Names the action and the object: `Delete “Interviews 2026”?` */
  title: string
  /** What will happen. */
  consequences: ReactNode
  /** Verb and object: `Delete project`. */
  confirm: string
  cancel?: string
  /** Whether something is lost, shown by a red button. Defaults to true. */
  destroys?: boolean
  /** The action. The dialog stays until it succeeds and cannot be closed while it runs. */
  act: () => unknown
  /** Shown once it is done: `“Interviews 2026” is deleted`. */
  done?: string
  onCancel?: () => void
}

/** Asks before an action that cannot be undone. Resolves as soon as it asks. @throws MissingCode */
export const confirm = async (question: Question): Promise<void> =>
  openQuestion((await overlays.use()).modals, question)

function openQuestion({ open, close, updateModal }: Modals, question: Question): void {
  const id = open({
    title: question.title,
    size: 'sm',
    // Also runs after the action, when it has no effect.
    onClose: () => question.onCancel?.(),
    children: (
      <ConfirmBody
        {...question}
        close={() => close(id)}
        mayClose={(may) =>
          updateModal({
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
  done,
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
      if (done) notifyDone(done)
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
        <Button data-autofocus disabled={acting} onClick={close}>
          {cancel}
        </Button>
        <Button variant="filled" {...(destroys && { color: 'red' })} loading={acting} onClick={run}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  )
}
