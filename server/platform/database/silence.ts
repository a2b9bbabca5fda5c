import type { Socket } from 'node:net'
import pg, { type ClientBase, type PoolConfig } from 'pg'
import type { Connecting } from './pool.ts'

/** What `pg` knows about a connection, beyond its types. */
interface Watched extends ClientBase {
  processID: number | null
  /** False while a statement is running. */
  readyForQuery: boolean
  connection: { stream: Socket }
}

interface Silence {
  /** What `progress` returned at the last look. */
  progress: number
  /** How many looks in a row found the connection silent. */
  looks: number
  /** How many of these the server said that it runs nothing. */
  doubts: number
}

/** Finds out whether the server runs the statement of a connection. Undefined if it cannot be asked. */
export type AskServer = () => Promise<((processId: number | null) => boolean) | undefined>

/** In milliseconds. */
const lookEvery = 1_000
const suspiciousAfter = 10_000
const doubtsToEnd = 2

/**
 * Ends connections whose statement waits without a byte to or from the server because what lies between dropped them without a sign.
 * The system itself would take a quarter of an hour to notice (RFC 1122, 4.2.3.5). After ten seconds, a second connection asks the
 * server: if it twice does not run the statement, the answer is lost. The statement then fails with ETIMEDOUT, and connections
 * without a statement are replaced as well, because they were probably dropped with it. If the server cannot be asked,
 * `limit` milliseconds of silence decide.
 *
 * Silence is counted in looks, so that a process that stood still reads first what arrived meanwhile.
 */
export function endSilentConnections(limit: number, ask: AskServer) {
  const silences = new Map<Watched, Silence>()
  let [looksAllowed, isAsking] = [limit / lookEvery, false]
  const timer = setInterval(look, lookEvery).unref()

  function look(): void {
    for (const [client, silence] of silences) {
      const { stream } = client.connection
      const isSilent = !client.readyForQuery && !hasMoved(client, silence) && !stream.isPaused()
      silence.looks = isSilent ? silence.looks + 1 : 0
      if (!isSilent) silence.doubts = 0
      silence.progress = progress(client)
      if (silence.looks > looksAllowed) stream.destroy(silent())
    }
    if (!isAsking && suspects().length > 0) {
      isAsking = true
      void judge().finally(() => {
        isAsking = false
      })
    }
  }

  const suspects = () => [...silences].filter(([, { looks }]) => looks * lookEvery >= suspiciousAfter)

  async function judge(): Promise<void> {
    const asked = suspects()
    const runs = await ask()
    for (const [client, silence] of asked) {
      const isLost = runs && !runs(client.processID) && !hasMoved(client, silence)
      silence.doubts = isLost ? silence.doubts + 1 : 0
    }
    const lost = asked.filter(([, { doubts }]) => doubts >= doubtsToEnd)
    if (lost.length === 0) return
    const unused = [...silences].filter(
      ([client]) => client.readyForQuery && client.getTransactionStatus() === 'I',
    )
    for (const [client] of [...lost, ...unused]) client.connection.stream.destroy(silent())
  }

  return {
    /** Watches a connection from the beginning of what is done first on it. */
    watching: (prepare: PoolConfig['onConnect']) => (client: ClientBase) => {
      const watched = client as Watched
      silences.set(watched, { progress: 0, looks: 0, doubts: 0 })
      watched.once('end', () => silences.delete(watched))
      return prepare?.(client)
    },
    setLimit(ms: number): void {
      looksAllowed = ms / lookEvery
    },
    stop: () => clearInterval(timer),
  }
}

/** Changes whenever bytes arrive, and while a large statement is still being sent. */
const progress = ({ connection: { stream } }: Watched) => stream.bytesRead - stream.writableLength

const hasMoved = (client: Watched, silence: Silence) => progress(client) !== silence.progress

const silent = () =>
  Object.assign(new Error('The database server has stopped responding'), { code: 'ETIMEDOUT' })

const timeLimits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }

/** The processes with a statement that began before some seconds, and that does not wait for the client to read. */
const running = `select pid from pg_stat_activity
  where state = 'active' and wait_event is distinct from 'ClientWrite'
    and query_start < clock_timestamp() - make_interval(secs => $1)
    and usename = current_user and datname = current_database()`

/**
 * Returns a function that asks the server, on a new connection, which statements it runs. Behind a pooler, where the server's
 * processes have other numbers, any long statement may be the one.
 * @param afterSeconds how long a statement runs at least
 */
export const askServer =
  ({ connectionString, ssl, pooler }: Connecting, afterSeconds = 8): AskServer =>
  async () => {
    const client = new pg.Client({ connectionString, ...(ssl !== undefined && { ssl }), ...timeLimits })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(running, [afterSeconds])
      const processes = new Set<number | null>(rows.map(({ pid }) => pid))
      return pooler ? () => processes.size > 0 : (processId) => processes.has(processId)
    } catch {
      return undefined
    } finally {
      // Without waiting for an answer, which may never come.
      client.end().catch(() => {})
    }
  }
