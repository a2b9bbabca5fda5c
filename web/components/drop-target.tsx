import { Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './drop-target.module.css'
import { droppedFiles } from './dropped-files.ts'
import { notifyUnreadable } from './notify.tsx'

interface DropTargetProps {
  /** The effect of dropping: `Drop to add to “Interviews”`. */
  label: string
  onFiles: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page, and shows so while they are dragged over it. */
export function DropTarget({ label, onFiles }: DropTargetProps) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser would open the file.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      void droppedFiles(event.dataTransfer).then(({ files, unreadable }) => {
        if (unreadable.length > 0) notifyUnreadable(unreadable)
        onFiles(files)
      })
    }
    const listeners = { dragenter: drag, dragover: drag, dragleave: leave, drop } as const
    for (const [type, listener] of Object.entries(listeners))
      document.addEventListener(type as keyof typeof listeners, listener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type as keyof typeof listeners, listener)
    }
  }, [onFiles])

  if (!over) return null
  return (
    <div className={classes.target}>
      <div className={classes.frame}>
        <IconUpload size={28} stroke={1.6} aria-hidden />
        <Text fw={600} size="lg" dir="auto">
          {label}
        </Text>
      </div>
    </div>
  )
}
