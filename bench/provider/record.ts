import pg from 'pg'

export interface Statement {
  text: string
  /** Text, as the driver sends it, or null. */
  values: (string | null)[]
}

/** Returns the statements that this process sends while `work` runs, without those of its jobs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[]; name?: string }, unknown]
    const { text, values, name } =
      typeof first === 'string' ? { text: first, values: second, name: undefined } : first
    if (name !== 'write-last-used' && !text.includes('pgboss')) {
      statements.push({ text, values: (Array.isArray(values) ? values : []).map(toText) })
    }
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
    return statements
  } finally {
    pg.Client.prototype.query = query
  }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function elementOf(value: unknown): string {
  const text = toText(value)
  return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
}
