import { log, terminal } from '../show/terminal.ts'
import { cut } from '../show/width.ts'
import type { FoundFile } from './find-files.ts'

const drawEveryMs = 100
const barWidth = 24
const eraseLine = '\r\u001b[K'

/** The progress of an upload on standard error: a bar on a terminal, otherwise one line per file. */
export interface Progress {
  /** So many bytes of a file were sent. */
  sent(file: FoundFile, bytes: number): void
  /** The file was sent, or could not be. */
  done(file: FoundFile, outcome: string, error: string | null): void
  /** The server has read the file, or could not. */
  read(file: FoundFile, error: string | null): void
  end(): void
}

export function startProgress(files: readonly FoundFile[]): Progress {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const underWay = new Map<FoundFile, number>()
  let doneFiles = 0
  let doneBytes = 0
  let readFiles = 0
  const drawing = terminal.showsProgress ? setInterval(draw, drawEveryMs) : undefined

  function draw(): void {
    const sent = [...underWay.values()].reduce((sum, bytes) => sum + bytes, doneBytes)
    const share = total > 0 ? Math.min(1, sent / total) : 1
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    const state =
      readFiles > 0 ? `${readFiles} of ${doneFiles} files read` : `${doneFiles} of ${files.length} files`
    const text = `${bar} ${Math.floor(share * 100)} %, ${size(sent)} of ${size(total)}, ${state}`
    process.stderr.write(`${eraseLine}${cut(text, (process.stderr.columns || 80) - 1)}`)
  }
  const erase = () => terminal.showsProgress && process.stderr.write(eraseLine)
  const report = (what: string, { path }: FoundFile, error: string | null) => {
    if (terminal.showsProgress && !error) return
    erase()
    log(error ? `failed: ${path} ${error}` : `${what}: ${path}`)
  }

  return {
    sent: (file, bytes) => void underWay.set(file, bytes),
    done(file, outcome, error) {
      underWay.delete(file)
      doneFiles += 1
      doneBytes += file.bytes
      report(outcome, file, error)
    },
    read(file, error) {
      readFiles += 1
      if (error) report('failed', file, error)
    },
    end() {
      clearInterval(drawing)
      erase()
    },
  }
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** Returns a size such as `1.2 MB`. */
export function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
