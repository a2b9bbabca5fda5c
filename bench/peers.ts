import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the folder of a product to measure against, after installing its packages there. */
export async function installedPeer(name: 'better-auth' | 'medusa'): Promise<string> {
  const folder = join(import.meta.dirname, 'peers', name)
  if (!existsSync(join(folder, 'node_modules'))) {
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  }
  return folder
}
