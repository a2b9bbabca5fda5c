import { writeSync } from 'node:fs'

/**
 * Prints a line, which is then in the pipe whatever happens to the process. Node opens the pipe without blocking, so this tries
 * again while it is full because its reader is slow.
 */
export function printLine(line: string): void {
  for (;;)
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
}
