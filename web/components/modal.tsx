import type { ModalProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../connection.ts'

const LoadedModal = lazyPart(() => import('./loaded-modal.tsx'))

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
