import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '#contract'
import { exampleOf } from '../server/testing/examples.ts'
import { type Command, commandName, type Input, type Option } from './command.ts'
import { kebab } from './commands/fields.ts'
import { apiCommands as commands } from './commands/index.ts'
import { commandOf, requestOf } from './commands/of-operation.ts'
import { commandHelp, usage } from './help.ts'
import { parse } from './parse.ts'
import { find } from './run.ts'

const withKey = operations.filter(({ credentials, allow }) => credentials === 'any' && allow !== 'anyone')

test('every operation that accepts a key has a command, and those that need a session have none', () => {
  const names = commands.map(commandName)
  const wordsOf = ({ id }: Operation) => `aerie ${id.split('.').map(kebab).join(' ')}`
  for (const operation of withKey) assert.ok(names.includes(wordsOf(operation)), operation.id)
  for (const operation of operations.filter(({ credentials }) => credentials === 'session')) {
    assert.ok(!names.includes(wordsOf(operation)), operation.id)
  }
  assert.equal(new Set(names).size, names.length)
})

test('each command is found by its words, and its help lists its options under unique names', () => {
  for (const command of commands) {
    const found = find(commands, [...command.words, 'more'])
    assert.deepEqual(found, { command, rest: ['more'] })
    const help = commandHelp(command)
    const names = command.options.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length, commandName(command))
    for (const name of names) assert.match(help, new RegExp(`^ {2}--(\\[no-\\])?${name}( |$)`, 'm'))
    for (const { name } of command.arguments) assert.ok(help.includes(name))
    assert.ok(help.replace(/\s+/g, ' ').includes(usage(command)))
  }
})

test('each field of the contract can be typed and arrives unchanged', async () => {
  for (const operation of withKey) {
    const command = commandOf(operation)
    const { params, query, body } = operation
    const example = { ...inputOf(params), ...inputOf(query), ...inputOf(body) }
    const request = await requestOf(command, operation, parse(command, typed(command, example)))
    for (const schema of [params, query, body]) {
      const own = (input: Input) => schema.parse(within(schema, input))
      assert.deepEqual(own(request), own(example), operation.id)
    }
  }

  function inputOf(schema: Operation['body']): Input {
    return exampleOf(schema) as Input
  }
})

/** Returns the fields that the schema has. */
function within(schema: Operation['body'], input: Input): Input {
  const known = Object.keys('shape' in schema ? (schema.shape as object) : {})
  return Object.fromEntries(Object.entries(input).filter(([field]) => known.includes(field)))
}

function typed(command: Command, example: Input): string[] {
  const values = command.arguments.map(({ field }) => String(example[field]))
  const options = command.options.flatMap((option) => {
    const value = example[option.field]
    if (value === undefined) return []
    return option.many ? (value as unknown[]).map((one) => written(option, one)) : [written(option, value)]
  })
  return [...options, '--', ...values]
}

function written({ name, kind, means }: Option, value: unknown): string {
  if (kind === 'flag') return value === means?.[0] ? `--${name}` : `--no-${name}`
  return `--${name}=${kind === 'json' ? JSON.stringify(value) : value}`
}
