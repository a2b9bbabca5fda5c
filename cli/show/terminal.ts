import { environment } from '../environment.ts'
import { sanitizeLines } from './sanitize.ts'

const { stdout, stderr } = process

// The reader has closed the pipe, like `head`.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
stderr.on('error', () => {})

/** Whether the output is a terminal, and how wide it is. */
export const terminal = {
  isInteractive: stdout.isTTY === true,
  /** Whether standard error is a terminal that can show progress. */
  showsProgress: stderr.isTTY === true && !environment.plain,
  get width() {
    return stdout.columns || 80
  },
}

/** Writes to standard output. Resolves when it is written, so that a slow reader slows us down. */
export const print = (text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => stdout.write(text, (error) => (error ? reject(error) : resolve())))

export const printLine = (text: string): Promise<void> => print(`${text}\n`)

/** Writes a line to standard error, without API keys. */
export function log(text: string): void {
  stderr.write(`${sanitizeLines(withoutKeys(text))}\n`)
}

const key = /(aie_[0-9a-f]{8})_[\w-]{43}/g

export const holdsKey = (text: string): boolean => text.search(key) >= 0

function withoutKeys(text: string): string {
  return text.replace(key, '$1_…')
}

const hasColors = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !environment.plain
const style = (code: number) => (text: string) =>
  hasColors(stdout) && text !== '' ? `\u001b[${code}m${text}\u001b[22m` : text

export const bold = style(1)
export const dim = style(2)
