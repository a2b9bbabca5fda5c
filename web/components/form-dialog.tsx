import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAskingToConfirm } from '../confirmation.ts'
import { Modal } from './modal.tsx'

/** A dialog with its own address, such as `?dialog=new`. The back button closes it. */
export function useDialog(name: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const opened = (useSearch({ strict: false }) as { dialog?: string }).dialog === name

  const go = (dialog: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, dialog })) as never,
      state: (state) => ({ ...state, openedHere: dialog !== undefined }) as never,
      replace,
      resetScroll: false,
    })

  return {
    opened,
    open: () => go(name, false),
    close: () => {
      // Escape closed the question above, and not this dialog.
      if (isAskingToConfirm()) return
      const { search, state } = router.state.location
      // The user may have gone elsewhere in the meantime, perhaps to another dialog.
      if ((search as { dialog?: string }).dialog !== name) return
      if ((state as { openedHere?: boolean }).openedHere) router.history.back()
      else go(undefined, true)
    },
  }
}

interface FormDialogProps {
  dialog: ReturnType<typeof useDialog>
  title: string
  /** Its width in pixels, if the default is too narrow. */
  size?: number
  /** Called once it has closed. */
  onClosed?: () => void
  /** Mounted each time it opens. If it is `lazy`, the dialog opens once its code is loaded. */
  children: ReactNode
}

/** A dialog around a form. Closing it with unsaved input asks, as leaving a page does. */
export function FormDialog({ dialog, title, size, onClosed, children }: FormDialogProps) {
  return (
    <Modal
      opened={dialog.opened}
      onClose={dialog.close}
      title={title}
      {...(size && { size })}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      {children}
    </Modal>
  )
}
