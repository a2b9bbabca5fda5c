import { cut } from '../show/width.ts'
import { say, terminal } from '../terminal.ts'
import type { Found } from './found.ts'

const drawEveryMs = 100
const barWidth = 24
const eraseLine = '\r\u001b[K'

/** What is seen of an upload beside its output: a bar on a terminal, otherwise a line for each file. */
export interface Progress {
  /** So much of a file has gone out. */
  sent(file: Found, bytes: number): void
  /** Nothing more of it will. */
  done(file: Found, outcome: string, error: string | null): void
  end(): void
}

export function startProgress(files: readonly Found[]): Progress {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const underWay = new Map<Found, number>()
  let doneFiles = 0
  let doneBytes = 0
  const drawing = terminal.watches ? setInterval(draw, drawEveryMs) : undefined

  function draw(): void {
    const sent = [...underWay.values()].reduce((sum, bytes) => sum + bytes, doneBytes)
    const share = total > 0 ? Math.min(1, sent / total) : 1
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    const text = `${bar} ${Math.floor(share * 100)} %, ${size(sent)} of ${size(total)}, ${doneFiles} of ${files.length} files`
    process.stderr.write(`${eraseLine}${cut(text, (process.stderr.columns || 80) - 1)}`)
  }
  const erase = () => terminal.watches && process.stderr.write(eraseLine)

  return {
    sent: (file, bytes) => void underWay.set(file, bytes),
    done(file, outcome, error) {
      underWay.delete(file)
      doneFiles += 1
      doneBytes += file.bytes
      if (terminal.watches && !error) return
      erase()
      say(`${error ? 'failed' : outcome}: ${file.path}${error ? ` ${error}` : ''}`)
    },
    end() {
      clearInterval(drawing)
      erase()
    },
  }
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `1.2 MB`. */
export function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
