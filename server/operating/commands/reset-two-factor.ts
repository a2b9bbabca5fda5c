import { resetTwoFactor } from '#identity'
import { type Command, CommandError } from './command.ts'

export const resetTwoFactorCommand: Command = {
  name: 'reset-two-factor',
  summary: 'Turn off two-factor authentication for a member who lost their phone and recovery codes.',
  options: { email: { value: 'EMAIL', required: true, summary: 'The member’s email address' } },
  async run({ db }, { email = '' }) {
    const reset = await resetTwoFactor(db, email)
    if (!reset) throw new CommandError(`${email} is not a member.`)
    if (!reset.wasOn) return `${reset.email} has no two-factor authentication.`
    return `${reset.email} now signs in with the password alone and can set up two-factor authentication again.`
  },
}
