// npm run check: every check that needs no running program. A failure does not stop the others. What has passed is not repeated
// while no file has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { hashOf, hasPassed, notePassed } from './test/passed.ts'

process.chdir(dirname(import.meta.dirname))

const node = process.execPath
const checks: [name: string, command: string, ...args: string[]][] = [
  ['lint and format', 'node_modules/.bin/biome', 'ci', '--colors=off'],
  ['types', 'node_modules/.bin/tsc', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
  ['lookups by text', node, 'scripts/lookup-rule.ts'],
  ['import rule', node, '--test', 'scripts/import-rule.test.ts'],
  ['weight', node, 'scripts/weight.ts'],
  ['English', node, 'scripts/english.ts'],
  ['generated files', node, 'scripts/generate.ts', '--check'],
]

const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
const hash = hashOf(listed.split('\0').filter(Boolean))

for (const [name, command, ...args] of checks) {
  if (hasPassed(name, hash)) {
    console.log(`ok     ${name.padEnd(16)} unchanged`)
    continue
  }
  const start = performance.now()
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (error) throw error
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  if (status === 0) {
    notePassed(name, hash)
    continue
  }
  console.log(`${(stdout + stderr).trimEnd()}\n`)
  process.exitCode = 1
}
