import { headText, sealHead } from '#audit'
import { type Command, CommandError } from './command.ts'

export const auditHeadCommand: Command = {
  name: 'audit head',
  readOnly: true,
  summary:
    'Print the newest seal of the audit log. Store it elsewhere to prove later that no newer entries were cut off.',
  options: {},
  async run({ db }) {
    const head = await sealHead(db.reader)
    if (!head) throw new CommandError('Nothing is sealed yet. A running server seals every second.')
    return headText(head)
  },
}
