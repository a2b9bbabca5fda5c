import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lookupsByText } from './lookup-rule.ts'

const source = `
const rates: Record<string, number> = { DE: 19 }
const names = { en: 'English', de: 'German' }
declare const given: string
declare const language: keyof typeof names
export const found = [
  rates[given],
  names[given as 'en'],
  given in rates,
  Object.entries(names).map(([name]) => ({ ...names })[name as 'de']),
]
rates[given] = 1
export const allowed = [names[language], names['en'], [1][0], given[0], language in names, rates[\`\${given}%\`]]
`

test('looking up text in an object is reported, looking up a name of its type is not', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'lookups-'))
  t.after(() => rm(root, { recursive: true }))
  const compilerOptions = { target: 'esnext', lib: ['esnext'], types: [], strict: true, noEmit: true }
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
  for (const folder of ['server', 'scripts']) {
    await mkdir(join(root, folder))
    await writeFile(join(root, folder, 'rates.ts'), source)
  }
  await writeFile(join(root, 'server', 'rates.test.ts'), source)
  assert.deepEqual(lookupsByText(root), [
    'server/rates.ts:7: rates[given]',
    "server/rates.ts:8: names[given as 'en']",
    'server/rates.ts:9: given in rates',
    "server/rates.ts:10: ({ ...names })[name as 'de']",
    'server/rates.ts:12: rates[given]',
  ])
})
