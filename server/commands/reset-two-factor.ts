import { resetTwoFactor } from '#identity'
import { type Command, CommandError } from './command.ts'

export const resetTwoFactorCommand: Command = {
  name: 'reset-two-factor',
  summary: 'Turn the second step off for a member who lost their telephone and recovery codes.',
  options: { email: { value: 'EMAIL', required: true, summary: 'The member’s e-mail address' } },
  async run({ db }, { email = '' }) {
    const reset = await resetTwoFactor(db, email)
    if (!reset) throw new CommandError(`${email} is not a member.`)
    if (!reset.wasOn) return `${reset.email} signs in without a second step as it is.`
    return `${reset.email} signs in with the password alone now, and can set up a second step anew.`
  },
}
