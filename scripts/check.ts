// npm run check: every check that needs no running program. A failure does not stop the others.
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'

process.chdir(dirname(import.meta.dirname))

const node = process.execPath
const checks: [name: string, command: string, ...args: string[]][] = [
  ['lint and format', 'node_modules/.bin/biome', 'ci', '--colors=off'],
  ['types', 'node_modules/.bin/tsc', '--noEmit'],
  ['import rule', node, '--test', 'scripts/import-rule.test.ts'],
  ['English', node, 'scripts/english.ts'],
  ['generated files', node, 'scripts/generate.ts', '--check'],
]

for (const [name, command, ...args] of checks) {
  const start = performance.now()
  const { code, output } = await run(command, args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  if (code === 0) continue
  console.log(`${output.trimEnd()}\n`)
  process.exitCode = 1
}

async function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: output + errors }
}
