import type pg from 'pg'
import type { PoolClient } from 'pg'

/** What `pg` knows about a connection, beyond its types. */
interface Busy {
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
 */
export function endSilentConnections(
  pool: Pick<pg.Pool, 'on'>,
  limit: number,
): { setLimit(ms: number): void; stop(): void } {
  const silences = new Map<PoolClient, Silence>()
  pool.on('connect', (client) => silences.set(client, { bytesRead: 0, looks: 0 }))
  pool.on('remove', (client) => silences.delete(client))
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    for (const [client, silence] of silences) {
      const { readyForQuery, connection } = client as unknown as Busy
      const { bytesRead } = connection.stream
      const isSilent = !readyForQuery && bytesRead === silence.bytesRead
      silence.looks = isSilent ? silence.looks + 1 : 0
      silence.bytesRead = bytesRead
      if (silence.looks > looksPerLimit) connection.stream.destroy(silent())
    }
  }
  const stop = () => clearInterval(timer)
  function setLimit(ms: number): void {
    stop()
    timer = setInterval(look, ms / looksPerLimit).unref()
  }
  setLimit(limit)
  return { setLimit, stop }
}

const silent = () =>
  Object.assign(new Error('The database server has stopped responding'), { code: 'ETIMEDOUT' })
