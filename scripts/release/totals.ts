import type { Client } from '#client'
import { listInvoices, listLevels, listProjects, type Operation, operations } from '#contract'

/** What an installation holds, by name, such as `patients.list: 42`. */
export type Totals = Record<string, number>

/** Lists that grow by themselves. */
const growing = /^(auditLog|accessLog)\./

/** Counts the rows of every list that a key can read, and adds up amounts that must never change. */
export async function totalsOf(client: Client): Promise<Totals> {
  const totals: Totals = {}
  for (const operation of operations.filter(isList)) {
    const rows = await allRows(
      (page) => client.call(operation, page) as Promise<unknown> as Promise<Page<unknown>>,
    )
    totals[operation.id] = rows.length
  }
  const invoices = await allRows((page) => client.call(listInvoices, page))
  const levels = await allRows((page) => client.call(listLevels, page))
  const projects = await allRows((page) => client.call(listProjects, page))
  return {
    ...totals,
    'invoiced, in cents': sum(invoices.map(({ totals: { gross } }) => Number(gross) * 100)),
    'due, in cents': sum(invoices.map(({ totals: { due } }) => Number(due) * 100)),
    'on hand, in thousandths': sum(levels.map(({ onHand }) => Number(onHand) * 1000)),
    sources: sum(projects.map(({ counts }) => counts.sources)),
    mentions: sum(projects.map(({ counts }) => counts.mentions)),
  }
}

const isList = ({ id, method, credentials, allow, params, query }: Operation): boolean =>
  method === 'GET' &&
  credentials === 'any' &&
  allow !== 'anyone' &&
  Object.keys(params.shape).length === 0 &&
  'cursor' in query.shape &&
  query.safeParse({}).success &&
  !growing.test(id)

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

async function allRows<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ limit: 200, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return rows
}

const sum = (numbers: number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0))
