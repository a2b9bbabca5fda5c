import { TransferError, transferOwnership } from '#identity'
import { type Command, CommandError } from './command.ts'

export const transferOwnershipCommand: Command = {
  name: 'transfer-ownership',
  summary: 'Make a member the owner. The current owner becomes an admin.',
  options: { to: { value: 'EMAIL', required: true, summary: 'The member’s email address' } },
  async run({ db }, { to = '' }) {
    try {
      const transfer = await transferOwnership(db, to)
      return `${transfer.to} is now the owner. ${transfer.from} is now an admin.`
    } catch (error) {
      throw error instanceof TransferError ? new CommandError(error.message) : error
    }
  },
}
