import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiCommands as commands } from './commands/index.ts'
import { UsageError } from './failure.ts'
import { parse } from './parse.ts'
import { find } from './run.ts'
import { cut, widthOf } from './show/width.ts'

/** Returns the error for an invalid command. */
function errorOf(line: string): string {
  try {
    const found = find(commands, line.split(' '))
    if (!('command' in found)) throw new Error('A group')
    parse(found.command, found.rest)
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error))
    return [error.message, ...error.details].join('\n')
  }
  throw new Error(`No error: ${line}`)
}

for (const [line, message] of [
  ['projcts list', 'Did you mean aerie projects?'],
  ['projects lsit', 'Did you mean aerie projects list?'],
  ['nonsense', 'Unknown command: aerie nonsense. See aerie --help'],
  ['projects create --nmae x', '--nmae: unknown option. Did you mean --name?'],
  ['projects create --name', '--name needs a value'],
  ['projects create --name --json', '--name needs a value. Write --name=--… if it starts with --'],
  ['projects create --name a --name b', '--name can be given only once'],
  ['projects list --json=yes', '--json takes no value'],
  ['projects get', 'PROJECT is missing'],
  ['projects get x y', 'Unexpected argument “y”'],
  ['projects list --limit ten', '--limit: not a number'],
  ['trackers create x --phrases {', '--phrases: not JSON'],
  ['projects create --body @/nowhere/at/all', '--body: ENOENT'],
] as const) {
  test(`aerie ${line} is rejected with its error`, () => {
    const text = errorOf(line)
    assert.ok(text.includes(message), text)
  })
}

test('a value may start with a dash, and list options may be repeated', () => {
  const found = find(commands, ['sources', 'upload', '--tag', '-a', '--tag=--b', 'x', '--', '--y'])
  assert.ok('command' in found)
  assert.deepEqual(parse(found.command, found.rest), { tags: ['-a', '--b'], paths: ['x', '--y'] })
})

test('text is as wide as a terminal shows it', () => {
  assert.deepEqual(
    ['abc', 'é', 'e\u0301', '日本', 'ｱ', '👩‍⚕️', 'שלום', '\u2068a\u2069'].map(widthOf),
    [3, 1, 1, 4, 1, 2, 4, 1],
  )
  assert.deepEqual([cut('日本語', 5), cut('abcdef', 4), cut('abcd', 4)], ['日本…', 'abc…', 'abcd'])
})
