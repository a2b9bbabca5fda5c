// npm run new -- operation inventory.transfer [--method post]: writes a new operation, its handler and its test, which
// pass as they are, and lists it in its module. CONTRIBUTING.md says how to continue.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { methods, operations } from '#contract'

process.chdir(dirname(import.meta.dirname))

const verbs: Record<string, string> = { GET: 'Get', POST: 'Create', PATCH: 'Update', DELETE: 'Delete' }
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { method: { type: 'string', default: 'get' } },
})
const [kind, id = ''] = positionals
const method = methods.find((one) => one === values.method.toUpperCase())
const [, part = '', name = ''] = /^([a-z]\w*)\.([a-z]\w*)$/i.exec(id) ?? []
if (kind !== 'operation' || !name || !method) {
  fail('Usage: npm run new -- operation MODULE.NAME [--method get|post|patch|delete]')
}
if (operations.some((one) => one.id === id)) fail(`The operation ${id} already exists.`)

const contract = `contract/${kebab(part)}.ts`
const [index] = globSync(`server/**/${kebab(part)}/index.ts`)
if (!existsSync(contract) || !index)
  fail(`Module ${part} needs ${contract} and server/**/${kebab(part)}/index.ts.`)
const listed = /perations\b[\s\S]{0,300}?(?:=|=>|return) \[(?!\])/.exec(readFileSync(index, 'utf8'))?.[0]
if (!listed) fail(`${index} has no list of operations to add ${id} to.`)

// As in `import { get as getItem } from './get-item.ts'`.
const operationName = /[A-Z]/.test(name) ? name : name + part[0]?.toUpperCase() + part.slice(1)
const handlerName = name.replace(/[A-Z].*/, '')
const path = `/api/${kebab(part)}/${kebab(name)}`
const handler = join(dirname(index), `${kebab(name)}.ts`)
const test = handler.replace('.ts', '.test.ts')
const created = [handler, test].filter((file) => existsSync(file))
if (created.length > 0) fail(`${created.join(' and ')} already exist.`)

const isGet = method === 'GET'
append(
  contract,
  `
export const ${operationName} = operation({
  id: '${id}',
  method: '${method}',
  path: '${path}',
  summary: '${verbs[method]} an example; describe ${id} here.',
  allow: ['owner', 'admin', 'member'],
  ${isGet ? 'query' : 'body'}: z.strictObject({ count: z.${isGet ? 'coerce.' : ''}number().int().min(1).max(100)${isGet ? '.optional()' : ''} }),
  result: z.strictObject({ count: z.number().int() }),
})
`,
)
writeFileSync(
  handler,
  `import { ${operationName} } from '#contract'
import { implement } from '#platform'

export const ${handlerName} = implement(${operationName}, async ({ ${isGet ? 'query' : 'body'} }) => {
  return { count: ${isGet ? 'query.count ?? 1' : 'body.count'} }
})
`,
)
writeFileSync(
  test,
  `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${operationName} } from '#contract'
import { onDatabase } from '#testing'

onDatabase('${id}', (app) => {
  test('a member gets the count that they asked for', async () => {
    assert.deepEqual(await app().as('member').call(${operationName}, { count: 3 }), { count: 3 })
  })
})
`,
)
const alias = handlerName === operationName ? handlerName : `${handlerName} as ${operationName}`
const wired = readFileSync(index, 'utf8').replace(listed, `${listed}${operationName}, `)
writeFileSync(index, `import { ${alias} } from './${kebab(name)}.ts'\n${wired}`)

run('node_modules/.bin/biome', 'check', '--write', '--log-level=error', contract, index, handler, test)
run(process.execPath, 'scripts/generate.ts', 'openapi.json')
console.log(`${method} ${path} is in:\n  ${[contract, index, handler, test].join('\n  ')}
Run its test with: npm test -- ${test}`)

function append(file: string, text: string): void {
  writeFileSync(file, readFileSync(file, 'utf8') + text)
}

/** `receiveStock` as `receive-stock`. */
function kebab(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function run(command: string, ...args: string[]): void {
  if (spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) process.exit(1)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
