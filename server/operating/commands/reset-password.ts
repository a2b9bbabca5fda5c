import { password } from '#contract'
import { resetPassword } from '#identity'
import { Refusal } from '#platform'
import { type Command, CommandError } from './command.ts'
import { readPassword } from './read-password.ts'

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
