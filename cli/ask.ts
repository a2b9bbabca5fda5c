import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { sanitize } from './show/sanitize.ts'

/** Whether there is someone to ask. */
export const isInteractive = process.stdin.isTTY === true

/** Asks for a line on the terminal. The answer is not shown without `echo`. */
export async function ask(question: string, signal: AbortSignal, echo = true): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (!echo) process.stderr.write(question)
  const reader = createInterface({
    input: process.stdin,
    output: echo ? process.stderr : silent,
    terminal: true,
  })
  // The terminal is in raw mode now, so Ctrl-C arrives as a character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await reader.question(echo ? question : '', { signal })
  } finally {
    reader.close()
    if (!echo) process.stderr.write('\n')
  }
}

/** Asks a question on the terminal. Returns whether the answer is yes; no is the default. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${sanitize(question)} [y/N] `, signal)).trim())
}
