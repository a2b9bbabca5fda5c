import { environment } from './environment.ts'
import { harmlessLines } from './show/harmless.ts'

const { stdout, stderr } = process

// Whoever reads has enough, as `head` has.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
stderr.on('error', () => {})

/** Whether a person reads the output, and how wide their terminal is. */
export const terminal = {
  reads: stdout.isTTY === true,
  /** Whether there is one for what goes beside the output: progress, and questions. */
  watches: stderr.isTTY === true && !environment.plain,
  get width() {
    return stdout.columns || 80
  },
}

/** Writes to the output, and comes back when it is written: whoever reads slowly slows us down. */
export const print = (text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => stdout.write(text, (error) => (error ? reject(error) : resolve())))

export const printLine = (text: string): Promise<void> => print(`${text}\n`)

/** Writes a line beside the output. No key gets there, wherever it came from. */
export function say(text: string): void {
  stderr.write(`${harmlessLines(withoutKeys(text))}\n`)
}

const key = /(aie_[0-9a-f]{8})_[\w-]{43}/g

export const holdsKey = (text: string): boolean => text.search(key) >= 0

function withoutKeys(text: string): string {
  return text.replace(key, '$1_…')
}

const inColours = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !environment.plain
const style = (code: number) => (text: string) =>
  inColours(stdout) && text !== '' ? `\u001b[${code}m${text}\u001b[22m` : text

export const bold = style(1)
export const dim = style(2)
