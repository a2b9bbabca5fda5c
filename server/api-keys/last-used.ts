import type { Database, Log } from '#platform'

/**
 * Tracks when keys were last used: in memory on every call, written at most once a second, so that calls with the same
 * key never wait for its row. A crash loses at most one second.
 */
export interface LastUsed {
  /** `at` is the database's time, so that nodes with different clocks agree. */
  note(keyId: string, at: string): void
  /** The number of keys whose last use is not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

const everyMs = 1000

// Locks rows in id order, so that two nodes never deadlock. Times only increase.
const write = {
  name: 'write-last-used',
  text: `
    insert into api_key_uses (key_id, made_at, last_used_at)
    select use.key_id, key.created_at, use.at
    from unnest($1::uuid[], $2::timestamptz[]) as use (key_id, at) join api_keys key on key.id = use.key_id
    order by use.key_id
    on conflict (key_id) do update set last_used_at = excluded.last_used_at
    where api_key_uses.last_used_at is null or api_key_uses.last_used_at < excluded.last_used_at`,
}

/** Starts tracking. */
export function createLastUsed(db: Database, log: Log): LastUsed {
  let noted = new Map<string, string>()
  let writing: Promise<void> | undefined
  let timer = writeLater()

  // Scheduled from the end of the previous write, so that writes do not pile up after a slow one.
  function writeLater(): NodeJS.Timeout {
    const due = () => {
      writing = writeNoted().then(() => {
        timer = writeLater()
      })
    }
    return setTimeout(due, everyMs).unref()
  }

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return
    const uses = noted
    noted = new Map()
    try {
      await db.authenticationPool.query({ ...write, values: [[...uses.keys()], [...uses.values()]] })
    } catch (error) {
      log.warn({ err: error, keys: uses.size }, 'last-used times could not be written and will be retried')
      for (const [keyId, at] of uses) note(keyId, at)
    }
  }

  function note(keyId: string, at: string): void {
    const before = noted.get(keyId)
    if (before === undefined || before < at) noted.set(keyId, at)
  }

  return {
    note,
    get backlog() {
      return noted.size
    },
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      await writeNoted()
    },
  }
}
