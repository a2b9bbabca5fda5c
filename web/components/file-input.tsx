import { type ChangeEvent, useRef } from 'react'
import { withoutHidden } from './dropped-files.ts'

interface FileInputProps {
  /** Names the input: `Files`. */
  label: string
  accept?: string | undefined
  /** Whole folders instead of files. */
  folder?: boolean
  onFiles: (files: File[]) => void
}

/** The browser's file dialog, opened by any button. */
export function useFileInput({ label, accept, folder = false, onFiles }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    // Cleared, so that the same file can be chosen again.
    event.currentTarget.value = ''
    onFiles(folder ? withoutHidden(files) : files)
  }
  return {
    open: () => input.current?.click(),
    element: (
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        multiple
        hidden
        onChange={choose}
        {...(folder && { webkitdirectory: '' })}
      />
    ),
  }
}
