// What no call shows: where the server gets its random numbers, and where it writes.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const sources = globSync('server/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
)

const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort()

test('numbers that can be predicted are drawn for pauses, chance and hash tables only, never for secrets', () => {
  assert.deepEqual(filesWith(/Math\.random/), [
    'server/insights/matching/dictionary.ts',
    'server/platform/database/retrying.ts',
    'server/platform/limit.ts',
  ])
})

test('the server writes to its log only: the terminal is for its start, commands and the reading process', () => {
  assert.deepEqual(filesWith(/\bconsole\.|(?<!#)\bprocess\.std(out|err)/), [
    'server/aerie.ts',
    'server/commands/read-password.ts',
    'server/commands/verify.ts',
    'server/insights/extraction/process/main.ts',
    'server/main.ts',
  ])
  assert.deepEqual(filesWith(/from 'pino'/), ['server/platform/log.ts'])
})
