import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import * as contract from '#contract'
import { own } from '#rules/own'
import { common } from '../operation-data.ts'

const web = dirname(import.meta.dirname)
const files = join(dirname(web), 'contract')
/** The only module of the pages that gets the whole contract. */
const rules = join(web, 'rules.ts')
const whole = '\0contract'
/** The beginning of the ids of modules that have one export each, so that a file has only those that its pages use. */
const part = '\0contract/'
const parts: Record<string, unknown> = contract
const known = ['type', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern']
/** The module of the patterns that many queries have, which would take 500 bytes if each had its own. */
const shared = '\0contract-patterns'
const patterns = Object.entries({ idPattern: contract.id, datePattern: contract.date }).map(
  ([name, schema]) => ({ name, text: JSON.stringify(jsonSchemaOf(schema).pattern) }),
)

/**
 * Splits the contract for pages: what calls need is data, which every page loads. The rules of bodies need zod, three quarters of
 * the contract: `web/rules.ts` has them. Operations of pages therefore have no body and no result, except in types.
 */
export function contractInParts(): Plugin {
  return {
    name: 'contract-in-parts',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (source === '#contract' && importer?.startsWith(web) && importer !== rules) return whole
        if (source === shared) return { id: source, moduleSideEffects: false }
        if (source.startsWith(part)) return { id: source, moduleSideEffects: false }
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        // Has the bundler leave out the modules of which nothing is used.
        return found?.id.startsWith(files) ? { ...found, moduleSideEffects: false } : null
      },
    },
    load(id) {
      if (id === whole) return moduleOf(parts)
      if (id === shared) return patterns.map(({ name, text }) => `export const ${name} = ${text}`).join('\n')
      const name = id.startsWith(part) && id.slice(part.length)
      return name ? partOf(name, own(parts, name)) : null
    },
  }
}

/** Writes the module that pages import as `#contract`. */
const moduleOf = (exports: Record<string, unknown>): string =>
  Object.entries(exports)
    .map(([name, value]) => {
      const isPart = isOperation(value) || isData(value)
      return `export { ${name} } from ${JSON.stringify(isPart ? part + name : join(files, 'index.ts'))}`
    })
    .join('\n')

function partOf(name: string, value: unknown): string {
  if (!isOperation(value)) return `export const ${name} = ${JSON.stringify(value)}`
  const imports = [
    importOf('rule', 'query-rule.ts'),
    importOf('operation', 'operation-data.ts'),
    `import { ${patterns.map(({ name }) => name)} } from ${JSON.stringify(shared)}`,
  ]
  return [...imports, `export const ${name} = ${operationOf(value)}`].join('\n')
}

const importOf = (name: string, file: string) => `import { ${name} } from ${JSON.stringify(join(web, file))}`

const isOperation = (value: unknown): value is contract.Operation =>
  value instanceof Object && 'path' in value

/** Returns whether JSON has all of a value, which is then the same without its module. */
const isData = (value: unknown): boolean =>
  value !== null && (Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype)
    ? Object.values(value as object).every(isData)
    : ['string', 'number', 'boolean'].includes(typeof value) || value === null

function operationOf(operation: contract.Operation): string {
  const { summary: _summary, errors: _errors, mcp: _mcp, grants: _grants, body: _body, ...data } = operation
  const names = (schema: z.ZodObject) => ({
    shape: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, true])),
  })
  const query = Object.entries(operation.query.shape).map(
    ([name, schema]) => `${name}: rule(${withPatterns(JSON.stringify(jsonSchemaOf(schema)))})`,
  )
  const { query: _query, ...plain } = {
    ...data,
    params: names(operation.params),
    form: operation.form && names(operation.form),
    result: 'media' in operation.result ? operation.result : {},
  }
  const special = Object.entries({ ...plain }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(own(common, name)),
  )
  const parts = [
    ...special.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(query.length > 0 ? [`query: { shape: { ${query.join(', ')} } }`] : []),
  ]
  return `/* @__PURE__ */ operation({ ${parts.join(', ')} })`
}

const withPatterns = (rule: string): string =>
  patterns.reduce((code, { name, text }) => code.replace(text, () => name), rule)

/** @throws Error if `rule` would ignore a part of the schema */
function jsonSchemaOf(schema: z.core.$ZodType): Record<string, unknown> {
  const { $schema, description, default: _default, format, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  const unknown = Object.keys(rest).filter((keyword) => !known.includes(keyword))
  if (unknown.length > 0)
    throw new Error(`web/query-rule.ts does not know ${unknown}: ${JSON.stringify(rest)}`)
  return rest
}
