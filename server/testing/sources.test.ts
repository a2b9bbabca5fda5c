// What no call shows: where the server gets its random numbers, where it writes, and what pages keep.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** The files of the product that have a text, of those with such a path. */
function filesWith(text: RegExp, path: string): string[] {
  const files = globSync(path, { cwd: root }).filter((file) => !/\.test\.ts$|\/testing\/|\/dist\//.test(file))
  return files.filter((file) => text.test(readFileSync(join(root, file), 'utf8'))).sort()
}

test('numbers that can be predicted are drawn for pauses, chance and hash tables only, never for secrets', () => {
  assert.deepEqual(filesWith(/Math\.random/, '{engines,server}/**/*.ts'), [
    'engines/matching/dictionary.ts',
    'server/platform/database/retrying.ts',
    'server/platform/limit.ts',
  ])
})

test('the server writes to its log only: the terminal is for its start, commands and separate processes', () => {
  assert.deepEqual(filesWith(/\bconsole\.|(?<!#)\bprocess\.std(out|err)/, 'server/**/*.ts'), [
    'server/main.ts',
    'server/operating/commands/on-command-line.ts',
    'server/operating/commands/reset-password.ts',
    'server/operating/commands/verify.ts',
    'server/platform/processes/serve.ts',
    'server/start/stop-on-signal.ts',
  ])
  assert.deepEqual(filesWith(/from 'pino'/, 'server/**/*.ts'), ['server/platform/log.ts'])
})

test('pages keep nothing in the browser but the color scheme and whether the first steps are hidden', () => {
  const storage = /localStorage|sessionStorage|indexedDB|\bcaches\.|document\.cookie|serviceWorker/i
  assert.deepEqual(filesWith(storage, 'web/**/*.{ts,tsx}'), [
    'web/app/app.tsx',
    'web/build/frames.ts',
    'web/features/home/first-steps.tsx',
  ])
})
