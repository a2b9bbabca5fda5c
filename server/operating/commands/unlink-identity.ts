import { unlinkIdentity } from '#identity'
import { type Command, CommandError } from './command.ts'

export const unlinkIdentityCommand: Command = {
  name: 'unlink-identity',
  summary: 'Unlink a member from the identity provider and end their sessions.',
  options: { email: { value: 'EMAIL', required: true, summary: 'The member’s email address' } },
  async run({ db }, { email = '' }) {
    const unlinked = await unlinkIdentity(db, email)
    if (!unlinked) throw new CommandError(`${email} is not a member.`)
    if (!unlinked.wasLinked) return `${unlinked.email} is not linked to an identity provider.`
    return `${unlinked.email} is linked again by the next sign-in at the identity provider with this address.`
  },
}
