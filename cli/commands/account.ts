import { text } from 'node:stream/consumers'
import { getMe } from '#contract'
import { ask, isInteractive } from '../ask.ts'
import { type Command, flag, option } from '../command.ts'
import { environment } from '../environment.ts'
import { UsageError } from '../failure.ts'
import { callAt, defaultUrl, parseUrl } from '../session.ts'
import { removeSettings, settingsFile, writeSettings } from '../settings-file.ts'
import { printJson } from '../show/json.ts'
import { sanitize } from '../show/sanitize.ts'
import { holdsKey, log, printLine } from '../show/terminal.ts'

export const login: Command = {
  words: ['login'],
  summary: 'Save the server’s address and your API key in a file that only you can read.',
  arguments: [],
  options: [option('url', 'URL', 'Address of the server; defaults to AERIE_URL, or is asked for')],
  notes: [
    'The key is read without echo, or from the first line of standard input if that is not a terminal.',
  ],
  async run(input, { signal }) {
    const given = (input['--url'] as string | undefined) ?? environment.url
    const address = given ?? (isInteractive ? await ask(`Address [${defaultUrl}]: `, signal) : '')
    const url = parseUrl(address.trim() || defaultUrl, '--url')
    if (url.startsWith('http:') && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url)) {
      log(`Without https, others on the network path to ${url} can read the key.`)
    }
    const typed = isInteractive ? await ask('Key: ', signal, false) : await text(process.stdin)
    const apiKey = typed.split(/\r?\n/, 1)[0]?.trim() ?? ''
    if (!holdsKey(apiKey)) {
      throw new UsageError('This is not an API key. Create one in the browser, under API keys.')
    }
    const { user } = await callAt({ url, apiKey, signal }, getMe, {})
    await writeSettings({ url, apiKey })
    log(`Signed in as ${user.name} <${user.email}>, ${user.role} at ${url}. Saved in ${settingsFile}`)
  },
}

export const logout: Command = {
  words: ['logout'],
  summary: 'Delete the API key saved by aerie login. The key stays valid until you revoke it in the browser.',
  arguments: [],
  options: [],
  async run() {
    const existed = await removeSettings()
    log(existed ? `Removed ${settingsFile}. Revoke the key itself in the browser.` : 'No key was saved.')
  },
}

export const whoami: Command = {
  words: ['whoami'],
  summary: 'Show the server, your user and the API key in use.',
  arguments: [],
  options: [flag('json', 'Print the response as JSON')],
  async run(input, session) {
    const me = await session.call(getMe, {})
    if (input['--json']) return printJson(me)
    const { user, apiKey } = me
    const key = apiKey ? `, with the key “${apiKey.name}” (${apiKey.prefix}…)` : ''
    await printLine(sanitize(`${user.name} <${user.email}>, ${user.role} at ${await session.url()}${key}`))
  },
}
