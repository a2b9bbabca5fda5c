// The table in docs/security.md: one row for each requirement of OWASP ASVS 5.0.0, and tests that there are.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read, root } from './testing/documents.ts'

/** The level of each requirement of a section, from the first on. Outside V8, those of level 3 come last and are left out. */
const levels: Record<string, string> = {
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122',
  '6.4': '1122',
  '6.5': '22222',
  '6.6': '222',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '13.1': '2',
  '13.2': '22222',
  '13.3': '22',
  '13.4': '12222',
  '14.1': '22',
  '14.2': '1222',
  '14.3': '122',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222',
}

interface Row {
  id: string
  level: string
  state: string
  evidence: string
}

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| .+? \| (.+?) \| (.*) \|$/gm)].map(
    ([, id = '', level = '', state = '', evidence = '']) => ({ id, level, state, evidence }),
  )

/** Returns what is wrong with the page. */
function problemsOf(page: string): string[] {
  const rows = rowsOf(page)
  const required = Object.entries(levels).flatMap(([section, each]) =>
    [...each].map((level, n) => `${section}.${n + 1}, level ${level}`),
  )
  const listed = rows.map(({ id, level }) => `${id}, level ${level}`)
  return [
    ...required.filter((one) => !listed.includes(one)).map((one) => `${one} is missing`),
    ...listed.filter((one) => !required.includes(one)).map((one) => `${one} is not required`),
    ...listed.filter((one, n) => listed.indexOf(one) < n).map((one) => `${one} is listed twice`),
    ...rows.flatMap((row) => evidenceProblems(row).map((problem) => `${row.id}: ${problem}`)),
    ...(page.includes(countOf(rows)) ? [] : [`The count is not: ${countOf(rows)}`]),
  ]
}

function evidenceProblems({ state, evidence }: Row): string[] {
  const tests = testsIn(evidence)
  const problems = tests.flatMap(({ file, name }) =>
    hasTest(file, name) ? [] : [`no test “${name}” in ${file}`],
  )
  if (state === 'met' && tests.length === 0) problems.push('no test')
  if (state === 'exception' && !/^\d{4}-\d{2}-\d{2}: ./.test(evidence)) problems.push('no date and reason')
  if (state === 'exception' && !isDate(evidence.slice(0, 10))) problems.push('no such date')
  if (state === 'not applicable' && !evidence) problems.push('no reason')
  if (!['met', 'exception', 'not applicable'].includes(state)) problems.push(`unknown state ${state}`)
  return problems
}

/** The tests that a cell names: a link to their file, then their names. */
function testsIn(evidence: string): { file: string; name: string }[] {
  const files = [...evidence.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\)((?:[:,]? (?:``.+?``|`[^`]+`))*)/g)]
  return files.flatMap(([, file = '', names = '']) => {
    const found = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ file, name }))
    return found.length > 0 ? found : [{ file, name: '' }]
  })
}

/** Whether a file declares a test by exactly this name, as it is written there. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(join(root, file))) return false
  const source = readFileSync(join(root, file), 'utf8')
  const declared = source.matchAll(/^\s*(?:test|testInFull)\(\s*(['"`])(.+?)\1,/gm)
  return [...declared].some(([, , found]) => found === name)
}

const isDate = (text: string): boolean => new Date(text).toJSON()?.slice(0, 10) === text

function countOf(rows: Row[]): string {
  const count = (state: string) => rows.filter((row) => row.state === state).length
  return `${rows.length} requirements: ${count('met')} met, ${count('not applicable')} not applicable, ${count('exception')} exceptions.`
}

const page = read('docs/security.md')

test('the table has each requirement once, with a test that there is or a dated reason, and the right counts', () => {
  assert.deepEqual(problemsOf(page), [])
})

const rowOf = (id: string) => page.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? ''
const wrong: [what: string, page: string, problem: RegExp][] = [
  ['a requirement that is missing', page.replace(`${rowOf('7.2.1')}\n`, ''), /^7\.2\.1, level 1 is missing$/],
  ['one that is listed twice', page.replace(rowOf('7.2.1'), '$&\n$&'), /^7\.2\.1, level 1 is listed twice$/],
  [
    'one of another level',
    page.replace('| 7.2.1 | 1 |', '| 7.2.1 | 2 |'),
    /^7\.2\.1, level 2 is not required$/,
  ],
  [
    'an unknown state',
    page.replace(rowOf('7.2.1'), rowOf('7.2.1').replace('| met |', '| done |')),
    /^7\.2\.1: unk/,
  ],
  [
    'a test that is not there',
    page.replace(rowOf('7.2.1'), rowOf('7.2.1').replace(/`$|` \|$/, 'x` |')),
    /: no test “.+x”/,
  ],
  [
    'a file that is not there',
    page.replace(rowOf('7.2.1'), rowOf('7.2.1').replace('.test.ts', 's.test.ts')),
    /: no test/,
  ],
  [
    'no test at all',
    page.replace(rowOf('7.2.1'), '| 7.2.1 | 1 | A | met | We looked. |'),
    /^7\.2\.1: no test$/,
  ],
  [
    'an exception without a date',
    page.replace(rowOf('7.2.1'), '| 7.2.1 | 1 | A | exception | Soon. |'),
    /: no date/,
  ],
  [
    'a date that is none',
    page.replace(rowOf('7.2.1'), '| 7.2.1 | 1 | A | exception | 2026-02-30: Soon. |'),
    /: no such/,
  ],
  ['a wrong count', page.replace(/\d+ met,/, '1 met,'), /^The count is not: 111 requirements/],
]
for (const [what, changed, problem] of wrong) {
  test(`the check reports ${what}`, () => {
    assert.ok(
      problemsOf(changed).some((found) => problem.test(found)),
      problemsOf(changed).join('\n'),
    )
  })
}
