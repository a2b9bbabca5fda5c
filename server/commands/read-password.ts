import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './command.ts'

/** Asks for a new password, twice and unseen; where nobody sits at a terminal, takes the first line that comes in. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const password = await ask('New password: ')
  if ((await ask('Again: ')) !== password) throw new CommandError('The two are not the same.')
  return password
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
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
