import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'

/** Connections whose statements may take any time. */
const patient = new WeakSet<object>()

/** Lets the statements of a connection take any time, such as those of a migration, until it ends. */
export const allowSilence = (client: object): void => {
  patient.add(client)
}

/** What `pg` knows about a connection, beyond its types. */
interface Session {
  /** False while a statement is running. */
  readyForQuery: boolean
  connection: { stream: { bytesRead: number; destroy(error: Error): void } }
}

interface Silence {
  bytesRead: number
  looks: number
}

const looksPerLimit = 8

/**
 * Ends connections whose statement has been waiting for `limit` milliseconds (up to a quarter longer) without a byte from
 * the server: what lies between dropped them without a sign. The system itself would take a quarter of an hour to notice
 * (RFC 1122, 4.2.3.5). The statement fails with ETIMEDOUT. Silence is counted in looks, so that a process that stood still
 * reads first what arrived meanwhile.
 * @returns the function that stops looking
 */
export function endSilentConnections(pool: Pool, limit: number): () => void {
  const silences = new Map<PoolClient, Silence>()
  pool.on('connect', (client) => silences.set(client, { bytesRead: 0, looks: 0 }))
  pool.on('remove', (client) => silences.delete(client))

  const timer = setInterval(() => {
    for (const [client, silence] of silences) {
      const { readyForQuery, connection } = client as unknown as Session
      const { bytesRead } = connection.stream
      const isSilent = !readyForQuery && bytesRead === silence.bytesRead && !patient.has(client)
      silence.looks = isSilent ? silence.looks + 1 : 0
      silence.bytesRead = bytesRead
      if (silence.looks > looksPerLimit) connection.stream.destroy(silent())
    }
  }, limit / looksPerLimit)
  timer.unref()
  return () => clearInterval(timer)
}

const silent = () =>
  Object.assign(new Error('The database server has stopped responding'), { code: 'ETIMEDOUT' })
