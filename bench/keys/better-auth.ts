import { installedPeer } from '../peers.ts'
import type { Keys } from './installation.ts'
import { startProgram } from './process.ts'

/** better-auth's own verification of a key, its rate limit off, in a process that does nothing else. */
export async function startBetterAuth(
  databaseUrl: string | undefined,
  rows: number,
  used: number,
): Promise<Keys> {
  const settings = ['server.js', databaseUrl ?? '', String(rows), String(used)]
  const { line, remove } = await startProgram(settings, await installedPeer('better-auth'))
  const { url, keys } = JSON.parse(line) as { url: string; keys: string[] }
  return { url, tokens: keys, remove }
}
