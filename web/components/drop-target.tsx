import { Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
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

  const drag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would open the file.
    event.preventDefault()
    setOver(true)
  }
  useWindowEvent('dragenter', drag)
  useWindowEvent('dragover', drag)
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    setOver(false)
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    void droppedFiles(event.dataTransfer).then(({ files, unreadable }) => {
      if (unreadable.length > 0) notifyUnreadable(unreadable)
      onFiles(files)
    })
  })

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
