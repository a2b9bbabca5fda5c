import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the records that match a search, with a match of up to 3. Exact ids, identifiers, phone numbers and birth dates
 * match better than names. The id and the kept-back identifiers of a merged record find the survivor.
 */
export function matching(q: string): RawBuilder<{ id: string; match: string }> {
  const digits = digitsOf(q)
  const isPhone = digits.length >= 4 && /^[\d\s()+./-]+$/.test(q)
  const birthDate = toDate(q)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q)
  const ways = [
    sql`select id, 3 as match from patients where id in (
          select patient_id from patient_identifiers where lower(value) = lower(${q})
          union all select patient_root(patient_id) from patient_identifiers where lower(value) = lower(${q}))`,
  ]
  if (isId) ways.push(sql`select id, 3 from patients where id in (${q}::uuid, patient_root(${q}::uuid))`)
  if (birthDate) ways.push(sql`select id, 2 from patients where birth_date = ${birthDate}::date`)
  if (isPhone) ways.push(sql`select id, 2 from patients where phone_digits like ${`%${digits}%`}`)
  if (!isId && !birthDate && !isPhone) ways.push(sql`select id, likeness from patients_named(${q})`)
  return sql`(select id, round(max(match), 4) as match from (${sql.join(ways, sql` union all `)}) as way group by id)`
}

/** Selects the ids of records with an identifier, `value` or `system|value`, and of their survivors. */
export function withIdentifier(identifier: string): RawBuilder<string> {
  // Both parts can contain bars, so every bar may be the separator.
  const values = identifier.split('|').map((_, n, parts) => parts.slice(n).join('|'))
  const found = sql`select patient_id from patient_identifiers
    where lower(value) = any (array(select lower(given) from unnest(${values}::text[]) given))
    and ${identifier} in (value, system || '|' || value)`
  return sql`(${found} union all select patient_root(patient_id) from (${found}) as found)`
}

/** Returns the digits of a phone number without leading zeros: `030 123`, `+49 30 123` and `0049 30 123` end alike. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+(?=.)/, '')

/** Reads a typed date such as `1980-02-01` or `1.2.1980`; returns null for anything else. */
function toDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : dotted ? dotted.slice(1).reverse() : []
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) && year >= '0001' ? date : null
}
