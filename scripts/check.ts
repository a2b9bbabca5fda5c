// npm run check: every check that needs no running program. A failure does not stop the others.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

process.chdir(dirname(import.meta.dirname))

const node = process.execPath
const checks: [name: string, command: string, ...args: string[]][] = [
  ['lint and format', 'node_modules/.bin/biome', 'ci', '--colors=off'],
  ['types', 'node_modules/.bin/tsc', '--noEmit'],
  ['lookups by text', node, 'scripts/lookup-rule.ts'],
  ['import rule', node, '--test', 'scripts/import-rule.test.ts'],
  ['weight', node, 'scripts/weight.ts'],
  ['English', node, 'scripts/english.ts'],
  ['generated files', node, 'scripts/generate.ts', '--check'],
]

for (const [name, command, ...args] of checks) {
  const start = performance.now()
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (error) throw error
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  if (status === 0) continue
  console.log(`${(stdout + stderr).trimEnd()}\n`)
  process.exitCode = 1
}
