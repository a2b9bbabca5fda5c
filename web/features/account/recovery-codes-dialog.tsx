import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { useDialog } from '../../components/form-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface RecoveryCodesDialogProps {
  dialog: ReturnType<typeof useDialog>
  title: string
  onClosed: () => void
  /** What leads to the codes. */
  children: (show: (codes: string[]) => void) => ReactNode
}

/**
 * Ends with recovery codes. They are in this component's memory and nowhere else; from then on only the button that
 * says that they are kept closes the dialog.
 */
export function RecoveryCodesDialog({ dialog, title, onClosed, children }: RecoveryCodesDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const [hint, setHint] = useState(false)

  const show = (codes: string[]) => {
    setCodes(codes)
    setHint(false)
    // The address is that of the page again: loaded anew, it would ask for the password.
    dialog.close()
  }
  return (
    <Modal
      opened={codes !== undefined || dialog.opened}
      onClose={codes ? () => setHint(true) : dialog.close}
      withCloseButton={!codes}
      title={codes ? 'Keep your recovery codes' : title}
      size={560}
      // What it shows is gone at once when it closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      onExitTransitionEnd={onClosed}
    >
      {codes ? (
        <RecoveryCodes codes={codes} hint={hint} onKept={() => setCodes(undefined)} />
      ) : (
        dialog.opened && children(show)
      )}
    </Modal>
  )
}
