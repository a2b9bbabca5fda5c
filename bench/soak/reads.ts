import { type Operation, operations } from '#contract'
import { exampleOf } from '../../server/testing/examples.ts'
import { givenNames, pick, words } from './random.ts'
import type { Flow, World } from './world.ts'

/** Searches that find something. Otherwise a query has what it requires and nothing else. */
const queries: Record<string, () => object> = {
  'sources.search': () => ({ q: pick(words) }),
  'patients.list': () => ({ q: pick(givenNames) }),
}

/** Every operation that only reads, on records that other flows created. */
export function readFlows({ call, known }: World): Flow[] {
  const reads = operations.filter(({ method }) => method === 'GET') as readonly Operation[]
  return reads.map((operation) => [
    // Files cost more than JSON.
    'media' in operation.result ? 0.2 : 0.7,
    async () => {
      const names = Object.keys(operation.params.shape)
      const params = Object.fromEntries(names.map((name) => [name, known(name).any()]))
      if (names.some((name) => params[name] === undefined)) return
      await call(operation, { ...params, ...(queries[operation.id]?.() ?? requiredOf(operation.query)) })
    },
  ])
}

function requiredOf({ shape }: Operation['query']): object {
  const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success)
  return Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]))
}
