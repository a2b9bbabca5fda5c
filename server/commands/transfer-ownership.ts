import { TransferError, transferOwnership } from '#identity'
import { type Command, CommandError } from './command.ts'

export const transferOwnershipCommand: Command = {
  name: 'transfer-ownership',
  summary: 'Make a member the owner; the owner until then becomes an admin.',
  options: { to: { value: 'EMAIL', required: true, summary: 'The member’s e-mail address' } },
  async run({ db }, { to = '' }) {
    try {
      const transfer = await transferOwnership(db, to)
      return `${transfer.to} is the owner now. ${transfer.from} is an admin.`
    } catch (error) {
      throw error instanceof TransferError ? new CommandError(error.message) : error
    }
  },
}
