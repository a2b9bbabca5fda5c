import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './command.ts'

/** Prompts twice for a new password without echo. Without a terminal, reads the first line of standard input. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const password = await ask('New password: ')
  if ((await ask('Repeat it: ')) !== password) throw new CommandError('The passwords do not match.')
  return password
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const interrupted = new AbortController()
  terminal.on('SIGINT', () => interrupted.abort())
  try {
    return await terminal.question('', { signal: interrupted.signal })
  } catch {
    throw new CommandError('Nothing was changed.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
