// npm run release -- 0.2.0: runs all checks, sets the version, builds the release in `dist`, and commits and tags it. If
// anything fails, the clone is as before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUnreleased, released } from './release/changelog.ts'
import { run } from './release/run.ts'
import { knownFaults } from './test/known-faults.ts'

const root = dirname(import.meta.dirname)
process.chdir(root)

/** A failure whose message says enough without a stack. */
class ReleaseError extends Error {}

async function main([version = '']: string[]): Promise<void> {
  await refuseUnlessReady(version)
  await step('npm', 'run', 'check')
  await step('npm', 'test', '--', '--all')
  // The run itself may have found one.
  refuseIfFaultsAreKnown()
  const head = (await git('rev-parse', 'HEAD')).trim()
  try {
    await setVersion(version)
    await step(process.execPath, 'scripts/release/build.ts', 'dist')
    await step(process.execPath, 'scripts/release/kept-data.ts')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', `Release ${version}`)
    await git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
  } catch (error) {
    // Nothing else was changed: the clone was clean.
    await git('reset', '--quiet', '--hard', head)
    await git('clean', '--quiet', '--force', 'e2e/releases')
    throw error
  }
  console.log(`Released ${version}: see dist. Publish it with: git push --follow-tags`)
}

/** @throws ReleaseError if the version is not the next one, or the clone is not as it should be released */
async function refuseUnlessReady(version: string): Promise<void> {
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version))
    throw new ReleaseError('Name the version, such as: npm run release -- 0.2.0')
  const { version: current } = JSON.parse(await readFile('package.json', 'utf8'))
  const changelog = await readFile('CHANGELOG.md', 'utf8')
  const isNewer = version.localeCompare(current, 'en', { numeric: true }) > 0
  // The first release has the version that package.json already has.
  if (!isNewer && !(version === current && isUnreleased(changelog, version)))
    throw new ReleaseError(`${version} is not newer than ${current}, the version in package.json.`)
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new ReleaseError(`The tag v${version} already exists.`)
  if ((await git('status', '--porcelain')) !== '')
    throw new ReleaseError('The clone has changes. Commit or remove them: see git status.')
  refuseIfFaultsAreKnown()
  try {
    released(changelog, version, today())
  } catch (error) {
    throw new ReleaseError((error as Error).message)
  }
}

/** @throws ReleaseError if a test fails by chance and its cause is not repaired */
function refuseIfFaultsAreKnown(): void {
  if (knownFaults().length > 0)
    throw new ReleaseError(
      'Tests fail by chance. Fix their causes and remove them from docs/known-faults.md.',
    )
}

/** Sets the version in package.json and what is made from it, and dates the changelog's section. */
async function setVersion(version: string): Promise<void> {
  await run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], root)
  await writeFile('CHANGELOG.md', released(await readFile('CHANGELOG.md', 'utf8'), version, today()))
  await run(process.execPath, ['scripts/generate.ts', 'openapi.json'], root)
}

const today = (): string => new Date().toISOString().slice(0, 10)

const git = (...args: string[]): Promise<string> => run('git', args, root)

/** Runs a program and shows its output. @throws ReleaseError if it fails */
async function step(program: string, ...args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new ReleaseError(`${program} ${args.join(' ')} failed. Nothing was released.`)
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof ReleaseError ? error.message : error)
  process.exitCode = 1
})
