import type pg from 'pg'
import type { Life } from './nodes.ts'

/** A crash may lose the last second, and the time that writing takes. */
const lostAtMostMs = 1000
const writtenWithinMs = 1000

/** How long a node may work on a call whose caller has gone. */
const worksOnMs = 30_000

/** Remembers the last response to each key, by each node in each of its lives. */
export function createUses() {
  /** When the last answered call with each key was sent. */
  const uses = new Map<string, Map<Life, number>>()
  /** The latest time at which each key may have been used, calls with lost responses included. */
  const upTo = new Map<string, number>()
  return {
    answered(keyId: string, life: Life, sent: number): void {
      const ofKey = uses.get(keyId) ?? new Map<Life, number>()
      uses.set(keyId, ofKey)
      ofKey.set(life, Math.max(sent, ofKey.get(life) ?? 0))
      upTo.set(keyId, Math.max(Date.now(), upTo.get(keyId) ?? 0))
    },
    lost(keyId: string): void {
      upTo.set(keyId, Date.now() + worksOnMs)
    },
    /** Compares with the database once all nodes have ended. */
    async compare(pool: pg.Pool) {
      const { rows } = await pool.query<{ id: string; at: Date }>(
        'select key_id as id, last_used_at as at from api_key_uses where last_used_at is not null',
      )
      const kept = new Map(rows.map(({ id, at }) => [id, at.getTime()]))
      const wrong: string[] = []
      let mostLost = 0
      for (const [keyId, lives] of uses) {
        const at = kept.get(keyId) ?? 0
        const last = upTo.get(keyId) ?? 0
        if (at > last) wrong.push(`key ${keyId} was used ${at - last} ms after its last call`)
        for (const [{ killedAt }, sent] of lives) {
          const lost = sent - at
          if (lost <= 0) continue
          if (killedAt === null) wrong.push(`key ${keyId} lost ${lost} ms on a node that ended cleanly`)
          else {
            // Older uses had been written when the node was killed.
            const age = killedAt - sent
            mostLost = Math.max(mostLost, age)
            if (age > lostAtMostMs + writtenWithinMs)
              wrong.push(`key ${keyId} lost a call that was ${age} ms old when its node was killed`)
          }
        }
      }
      return { keys: uses.size, mostLost, wrong }
    },
  }
}

export type Uses = ReturnType<typeof createUses>
