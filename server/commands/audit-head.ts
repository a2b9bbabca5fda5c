import { headText, sealHead } from '#audit'
import { type Command, CommandError } from './command.ts'

export const auditHeadCommand: Command = {
  name: 'audit head',
  readOnly: true,
  summary: 'Print the newest seal of the audit log; kept elsewhere, it shows later that nothing was cut off.',
  options: {},
  async run({ db }) {
    const head = await sealHead(db.reader)
    if (!head) throw new CommandError('Nothing is sealed yet: a running server seals every five minutes.')
    return headText(head)
  },
}
