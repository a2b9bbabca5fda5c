import * as api from '#contract'
import { exampleOf } from '../../../server/testing/examples.ts'
import type { Client, Part } from '../client.ts'
import { givenNames, words } from './words.ts'

const reads = api.operations.filter(({ method }) => method === 'GET') as readonly api.Operation[]

/** Searches that find something. Otherwise a query has what it requires and nothing else. */
const queries: Record<string, (client: Client) => object> = {
  'sources.search': ({ dice }) => ({ q: dice.pick(words) }),
  'patients.list': ({ dice }) => ({ q: dice.pick(givenNames) }),
}

/** Every operation that only reads, on records that other flows created. */
export function readsPart({ known }: Client): Part {
  for (const kind of api.exportKinds) known('kind').put(kind)
  known('name').put('summarize')

  /** Calls one, or several of those that were never done. */
  async function read(client: Client): Promise<void> {
    const { dice, done } = client
    const missing = reads.filter(({ id }) => !done.has(id))
    const chosen = missing.length > 0 ? dice.shuffled(missing).slice(0, 8) : [dice.pick(reads)]
    for (const operation of chosen) await readOne(client, operation)
  }

  async function readOne(client: Client, operation: api.Operation): Promise<void> {
    const { call, dice } = client
    const names = Object.keys(operation.params.shape)
    const params = Object.fromEntries(names.map((name) => [name, known(name).any(dice)]))
    if (names.some((name) => params[name] === undefined)) return
    await call(operation, { ...params, ...(queries[operation.id]?.(client) ?? requiredOf(operation.query)) })
  }

  return { flows: [[6, read]] }
}

function requiredOf({ shape }: api.Operation['query']): object {
  const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success)
  return Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]))
}
