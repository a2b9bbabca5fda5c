import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installedPeer } from '../peers.ts'

/**
 * Adjustments of three items a second by Medusa's inventory module on a database of its own, in a process of its own,
 * called as its documentation does.
 */
export async function medusaDocumentsPerSecond(
  url: string,
  seconds: number,
  callers: number,
): Promise<number> {
  const cwd = await installedPeer('medusa')
  const settings = ['inventory.js', url, String(seconds), String(callers)]
  const { stdout } = await promisify(execFile)(process.execPath, settings, { cwd })
  return Number(stdout.trim().split('\n').at(-1))
}
