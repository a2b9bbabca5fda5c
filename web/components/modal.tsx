import { CloseButton, type ModalProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import classes from './modal.module.css'

const LoadedModal = lazyPart(
  () => import('./loaded-modal.tsx'),
  (message, { opened, onClose }) =>
    opened && (
      <div className={classes.missing}>
        {message}
        <CloseButton onClick={onClose} />
      </div>
    ),
)

/** A dialog over the page. Its code is loaded when it first opens. */
export function Modal(props: ModalProps) {
  const [isUsed, setUsed] = useState(props.opened)
  if (props.opened && !isUsed) setUsed(true)
  return (
    isUsed && (
      <Suspense>
        <LoadedModal {...props} />
      </Suspense>
    )
  )
}
