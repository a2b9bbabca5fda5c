import { getMe } from '#contract'
import { harmless } from '../show/harmless.ts'
import { printJson } from '../show/json.ts'
import { printLine } from '../terminal.ts'
import type { Command } from './command.ts'

export const whoami: Command = {
  words: ['whoami'],
  summary: 'Say who you are, where, and by which key.',
  arguments: [],
  options: [
    { name: 'json', field: '--json', kind: 'flag', means: [true], summary: 'Print the answer as JSON' },
  ],
  async run(input, session) {
    const me = await session.call(getMe, {})
    if (input['--json']) return printJson(me)
    const { user, apiKey } = me
    const key = apiKey ? `, by the key “${apiKey.name}” (${apiKey.prefix}…)` : ''
    await printLine(harmless(`${user.name} <${user.email}>, ${user.role} at ${await session.url()}${key}`))
  },
}
