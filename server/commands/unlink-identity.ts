import { unlinkIdentity } from '#identity'
import { type Command, CommandError } from './command.ts'

export const unlinkIdentityCommand: Command = {
  name: 'unlink-identity',
  summary: 'Forget a member’s account at the identity provider, and end their sessions.',
  options: { email: { value: 'EMAIL', required: true, summary: 'The member’s e-mail address' } },
  async run({ db }, { email = '' }) {
    const unlinked = await unlinkIdentity(db, email)
    if (!unlinked) throw new CommandError(`${email} is not a member.`)
    if (!unlinked.wasLinked) return `${unlinked.email} has no account at an identity provider here.`
    return `${unlinked.email} is linked anew by the next sign-in at the identity provider with this address.`
  },
}
