import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { getMe } from '#contract'
import { environment } from '../environment.ts'
import { UsageError } from '../failure.ts'
import { callAt, checkedUrl, defaultUrl } from '../session.ts'
import { settingsFile, writeSettings } from '../settings-file.ts'
import { holdsKey, say } from '../terminal.ts'
import type { Command } from './command.ts'

export const login: Command = {
  words: ['login'],
  summary: 'Keep the server’s address and your key in a file that is yours alone.',
  arguments: [],
  options: [
    {
      name: 'url',
      field: 'url',
      kind: 'text',
      value: 'URL',
      summary: 'Where the server is; otherwise AERIE_URL, or it is asked for',
    },
  ],
  notes: [
    'The key is asked for unseen; where nobody sits at a terminal, it is the first line that comes in.',
  ],
  async run(input, { signal }) {
    const given = (input.url as string | undefined) ?? environment.url
    const isThere = process.stdin.isTTY === true
    const address = given ?? (isThere ? await ask(`Address [${defaultUrl}]: `, signal) : '')
    const url = checkedUrl(address.trim() || defaultUrl, '--url')
    if (url.startsWith('http:') && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url)) {
      say(`Without https, others on the way to ${url} can read the key.`)
    }
    const typed = isThere ? await ask('Key: ', signal, 'unseen') : await text(process.stdin)
    const apiKey = typed.split(/\r?\n/, 1)[0]?.trim() ?? ''
    if (!holdsKey(apiKey)) throw new UsageError('That is no key. Make one in the browser, under API keys.')

    const { user } = await callAt({ url, apiKey, signal }, getMe, {})
    await writeSettings({ url, apiKey })
    say(`You are ${user.name} <${user.email}>, ${user.role} at ${url}. Kept in ${settingsFile}`)
  },
}

async function ask(question: string, signal: AbortSignal, echo: 'seen' | 'unseen' = 'seen'): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = echo === 'seen' ? process.stderr : nowhere
  if (echo === 'unseen') process.stderr.write(question)
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  // The terminal is in raw mode by then: Ctrl-C comes as a character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await reader.question(echo === 'seen' ? question : '', { signal })
  } finally {
    reader.close()
    if (echo === 'unseen') process.stderr.write('\n')
  }
}
