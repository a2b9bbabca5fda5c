// Separate because Mantine’s dialog is large, so it is loaded when a dialog first opens.
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A dialog that opens once it is on the page, because only then it knows where to return the focus to. */
export default function LoadedModal({ opened, ...props }: ModalProps) {
  const [isOnPage, setOnPage] = useState(false)
  useEffect(() => setOnPage(true), [])
  return <Modal {...props} opened={opened && isOnPage} />
}
