import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './documents.ts'

const run = promisify(execFile)

/** Makes a repository in `folder` of this tree as it is, to be cloned. */
export async function makeOrigin(folder: string): Promise<void> {
  const inRoot = { cwd: root, maxBuffer: 10_000_000 }
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], inRoot)
  const deleted = await run('git', ['ls-files', '-z', '--deleted'], inRoot)
  const gone = new Set(deleted.stdout.split('\0'))
  for (const file of listed.stdout.split('\0')) {
    if (file && !gone.has(file)) await cp(join(root, file), join(folder, file))
  }
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@aerie.test', ...args], { cwd: folder })
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'As it is')
}

/**
 * A folder of commands that go before the machine's own: `npm`, which uses the packages and bundles of this clone instead of
 * making them again, and `aerie`, the command line.
 */
export async function makeCommands(folder: string): Promise<void> {
  await mkdir(folder)
  const npm = (await run('bash', ['-c', 'command -v npm'])).stdout.trim()
  const scripts = {
    npm: `[ -e node_modules ] || { ln -s "${root}/node_modules" node_modules; cp -r "${root}/web/dist" web; cp -r "${root}/server/dist" server; }
exec "${npm}" "$@"`,
    aerie: `exec "${process.execPath}" "${root}/cli/main.ts" "$@"`,
  }
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/usr/bin/env bash\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
}

/** Installs the packages and bundles of this clone, where that is not done: `npm` in a clone uses both. */
export async function setUp(): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/setup.mjs')])
}
