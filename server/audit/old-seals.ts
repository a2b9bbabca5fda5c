import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '#database'
import type { Secrets } from '#platform'
import { milliseconds } from './seal-account.ts'

/**
 * Verifies a seal from before seals had accounts. It covers its entries as a whole, so it shows that one of them was
 * tampered with, but not which. Returns the newest time it covers, or null if it is not valid.
 * @param before the previous seal's mac, in hexadecimal
 */
export async function untilOfOldSeal(
  reader: Reader,
  { number, mac }: { number: number; mac: string },
  before: string,
  secrets: Secrets,
): Promise<string | null> {
  const { rows } = await sql<{ whole: string; at: string }>`
    select jsonb_build_array(entry.id, entry.action, entry.actor_id, entry.actor_email, entry.target_type,
        entry.target_id, entry.target_label, entry.details, floor(extract(epoch from entry.at) * 1000))::text as whole,
      ${milliseconds('entry.at')} as at
    from audit_sealed_entries sealed join audit_log entry on entry.id = sealed.entry_id
    where sealed.seal = ${number} order by sealed.position`.execute(reader)
  const isValid = secrets.candidates(null).some((secret) => {
    const hmac = createHmac('sha256', secret.prefixedKey('audit seal ')).update(Buffer.from(before, 'hex'))
    for (const { whole } of rows) hmac.update(`${Buffer.byteLength(whole)}:`).update(whole)
    return hmac.digest('hex') === mac
  })
  if (!isValid) return null
  return String(Math.max(...rows.map(({ at }) => Number(at))))
}
