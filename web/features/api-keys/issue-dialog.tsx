import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey } from '#contract'
import type { useDialog } from '../../components/form-dialog.tsx'
import { CreateKey, type IssuedKey } from './create-key.tsx'
import { Reveal } from './reveal.tsx'

interface IssueDialogProps {
  dialog: ReturnType<typeof useDialog>
  replaces: ApiKey | undefined
  taken: readonly string[]
  /** The dialog has closed, with or without a key. */
  onClosed: () => void
}

/**
 * Makes a key and then shows its token, in one dialog. The token is in this component's memory and nowhere else; from
 * then on only the button that says that it has been stored closes the dialog.
 */
export function IssueDialog({ dialog, replaces, taken, onClosed }: IssueDialogProps) {
  const [issued, setIssued] = useState<IssuedKey>()
  const [hint, setHint] = useState(false)

  const reveal = (key: IssuedKey) => {
    setIssued(key)
    setHint(false)
    // The address is that of the page again: loaded anew, it would show an empty form.
    dialog.close()
  }
  const title = issued ? 'Copy the token now' : replaces ? 'Rotate a key' : 'New API key'

  return (
    <Modal
      opened={issued !== undefined || dialog.opened}
      onClose={issued ? () => setHint(true) : dialog.close}
      withCloseButton={!issued}
      title={title}
      size={680}
      // What it shows is gone at once when it closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      onExitTransitionEnd={onClosed}
    >
      {issued ? (
        <Reveal issued={issued} replaces={replaces} hint={hint} onStored={() => setIssued(undefined)} />
      ) : (
        dialog.opened && (
          <CreateKey replaces={replaces} taken={taken} onIssued={reveal} onCancel={dialog.close} />
        )
      )}
    </Modal>
  )
}
