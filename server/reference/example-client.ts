import * as contract from '#contract'
import { fileOf } from './example.ts'

const names = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

/** The lines that perform an operation with the typed client; parameters of the path are variables of the script. */
export function typescript(
  operation: contract.Operation,
  { params, query, body }: { params: string[]; query: object; body: object | undefined },
): string {
  const name = names.get(operation) ?? operation.id
  const ids = params.map((param) => [param, undefined] as const)
  const call = (fields: (readonly [string, unknown])[]) => {
    const input = fields.length > 0 ? `, ${source(Object.fromEntries(fields))}` : ''
    return `const answer = await aerie.call(${name}${input})`
  }
  const json = call([...ids, ...Object.entries({ ...query, ...body })])
  if ('media' in operation.result) return `${json}\nconst text = await answer.text()`
  if (!operation.form) return json
  const withFile = call([...ids, ['file', undefined]])
  return `const file = await openAsBlob('${fileOf(operation)}')\n${withFile}\n\n// or\n${json}`
}

/** A value as one writes it in TypeScript; undefined stands for a variable of the same name. */
function source(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((each) => source(each, deeper))
    : Object.entries(value).map(([key, each]) =>
        each === undefined ? key : `${key}: ${source(each, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const pad = Array.isArray(value) ? '' : ' '
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (line.length < 48 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}
