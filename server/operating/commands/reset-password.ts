import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { password } from '#contract'
import { resetPassword } from '#identity'
import { Refusal } from '#platform'
import { type Command, CommandError } from './command.ts'

export const resetPasswordCommand: Command = {
  name: 'reset-password',
  summary: 'Set a new password for a member, read from standard input, and end their sessions.',
  options: { email: { value: 'EMAIL', required: true, summary: 'The member’s email address' } },
  async run({ db }, { email = '' }) {
    const given = password.safeParse(await readPassword())
    if (!given.success) throw new CommandError(`The password: ${given.error.issues[0]?.message}.`)
    const reset = await resetPassword(db, email, given.data).catch(asCommandError)
    if (!reset) throw new CommandError(`${email} is not a member.`)
    const sessions = reset.sessions === 1 ? '1 session was' : `${reset.sessions} sessions were`
    const disabled = reset.disabled ? ' The account is disabled: enable it before they can sign in.' : ''
    return `${reset.email} has a new password; ${sessions} ended. API keys keep working.${disabled}`
  },
}

function asCommandError(error: unknown): never {
  throw error instanceof Refusal ? new CommandError(`The password: ${error.message}`) : error
}

/** Prompts twice for a new password without echo. Without a terminal, reads the first line of standard input. */
async function readPassword(): Promise<string> {
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
