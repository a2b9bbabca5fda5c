import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'

/** An entry as a seal names it. Times are milliseconds since 1970, as PostgreSQL writes the number. */
export type SealedEntry = [id: string, at: string, action: string, mac: string]

/** What a seal says that it covers: the text of which its mac is made. */
export type SealAccount = z.output<typeof account>
const account = z.strictObject({
  seal: z.int(),
  /** The mac of the seal before. */
  before: z.string(),
  sealedAt: z.string(),
  /** The newest time among all entries sealed so far, at most `sealedAt`. */
  until: z.string(),
  entries: z.array(z.tuple([z.uuid(), z.string(), z.string(), z.string()])),
})

/** Null where it is not an account: someone wrote something else there. */
export function readAccount(text: string): SealAccount | null {
  try {
    return account.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The entry as it is in the log. */
export interface LoggedEntry {
  id: string
  at: string | null
  action: string | null
  /** All other columns as one text, which does not depend on the session's settings. */
  rest: string
}

/** A time as one number, infinite ones too, whatever the session's settings. */
export const milliseconds = (column: string) =>
  sql<string>`trim_scale(extract(epoch from ${sql.ref(column)}) * 1000)::text`

export const loggedEntry = sql<LoggedEntry>`entry.id, ${milliseconds('entry.at')} as at, entry.action,
  jsonb_build_array(entry.action, entry.actor_id, entry.actor_email, entry.target_type, entry.target_id,
    entry.target_label, entry.details)::text as rest`

/** The macs (HMAC-SHA-256) that only who knows the server's secret can make. */
export interface Macs {
  /** In hexadecimal. */
  ofAccount(text: string): string
  /** Of an entry in that seal: with it each is judged by itself, also where the account was tampered with. */
  ofEntry(seal: number, entry: { id: string; at: string | null; rest: string }): string
}

export function macsOf(secret: string): Macs {
  return {
    ofAccount: (text) => createHmac('sha256', `audit seal account ${secret}`).update(text).digest('hex'),
    ofEntry: (seal, { id, at, rest }) =>
      createHmac('sha256', `audit seal entry ${secret}`)
        .update(`${seal} ${id} ${at} ${rest}`)
        .digest('base64url'),
  }
}

/** What the first seal names as the mac before it. */
export const noMac = Buffer.alloc(32)
