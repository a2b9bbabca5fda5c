import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Secret } from '#platform'
import { hashed } from './record.ts'

/** An entry as listed in a seal. Times are milliseconds since 1970, as PostgreSQL writes the number. */
export type SealedEntry = [id: string, at: string, action: string, mac: string]

/** What a seal covers: the text that its mac signs. */
export type SealAccount = z.output<typeof account>
const account = z.strictObject({
  seal: z.int(),
  /** The previous seal's mac. */
  before: z.string(),
  sealedAt: z.string(),
  /** The newest time among all entries sealed so far, at most `sealedAt`. */
  until: z.string(),
  entries: z.array(z.tuple([z.uuid(), z.string(), z.string(), z.string()])),
})

/** Parses an account. Returns null if someone replaced it with something else. */
export function readAccount(text: string): SealAccount | null {
  try {
    return account.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** An entry as it is in the log. */
export interface LoggedEntry {
  id: string
  at: string | null
  action: string | null
  /** All other columns as text, independent of the session's settings. */
  rest: string
}

/** Formats a time as a number, including infinity, independent of the session's settings. */
export const milliseconds = (column: string) =>
  sql<string>`trim_scale(extract(epoch from ${sql.ref(column)}) * 1000)::text`

/** The entries, with the labels that are kept beside them. */
export const loggedEntries = sql`audit_log entry left join audit_labels kept on kept.entry_id = entry.id`

/** A label that is kept beside its entry counts as changed if its hash is not the entry's. */
const label = sql`case
  when entry.target_label = ${hashed} || encode(sha256(kept.salt || convert_to(kept.label, 'UTF8')), 'hex')
    or kept.entry_id is null then entry.target_label
  else kept.label end`

export const loggedEntry = sql<LoggedEntry>`entry.id, ${milliseconds('entry.at')} as at, entry.action,
  jsonb_build_array(entry.action, entry.actor_id, entry.actor_email, entry.target_type, entry.target_id,
    ${label}, entry.details,
    entry.via, entry.api_key_id, entry.api_key_prefix, entry.api_key_name, host(entry.address))::text as rest`

/** The macs (HMAC-SHA-256), which require the secret of the seal. */
export interface Macs {
  /** In hexadecimal. */
  ofAccount(text: string): string
  /** Signs an entry in that seal, so that each can be verified even if the account was tampered with. */
  ofEntry(seal: number, entry: { id: string; at: string | null; rest: string }): string
}

export function macsOf(secret: Secret): Macs {
  return {
    ofAccount: (text) => createHmac('sha256', secret.key('aerie audit seals')).update(text).digest('hex'),
    ofEntry: (seal, { id, at, rest }) =>
      createHmac('sha256', secret.key('aerie sealed audit entries'))
        .update(`${seal} ${id} ${at} ${rest}`)
        .digest('base64url'),
  }
}

/** The previous mac that the first seal refers to. */
export const noMac = Buffer.alloc(32)
