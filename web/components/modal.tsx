import type { ModalProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const LoadedModal = lazy(() => import('./loaded-modal.tsx'))

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
