import { removeSettings, settingsFile } from '../settings-file.ts'
import { say } from '../terminal.ts'
import type { Command } from './command.ts'

export const logout: Command = {
  words: ['logout'],
  summary: 'Forget the key that aerie login keeps; it works on until it is revoked in the browser.',
  arguments: [],
  options: [],
  async run() {
    const wasThere = await removeSettings()
    say(wasThere ? `Removed ${settingsFile}. The key itself is revoked in the browser.` : 'Nothing was kept.')
  },
}
