import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const peers = join(dirname(import.meta.dirname), 'peers')
const run = promisify(execFile)

/**
 * Adjustments of three items a second by Medusa's inventory module on a database of its own, in a process of its own,
 * called as its documentation does. The peers are installed the first time.
 */
export async function medusaDocumentsPerSecond(
  url: string,
  seconds: number,
  callers: number,
): Promise<number> {
  if (!existsSync(join(peers, 'node_modules'))) {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peers })
  }
  const script = join(peers, 'medusa-inventory.js')
  const { stdout } = await run(process.execPath, [script, url, String(seconds), String(callers)], {
    cwd: peers,
  })
  return Number(stdout.trim().split('\n').at(-1))
}
