import { type RawBuilder, sql } from 'kysely'

/**
 * What a search box finds: records with how well they match, best first 3. An id, an identifier, a telephone number or
 * a date of birth that is there as it was typed comes before names. An identifier that a retired record kept to itself,
 * and the id of one, find the survivor.
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

/** The ids of the records that have an identifier, `value` or `system|value`, and of those that they were merged into. */
export function withIdentifier(identifier: string): RawBuilder<string> {
  // Where both parts may hold a bar, every bar may be the one in between.
  const values = identifier.split('|').map((_, n, parts) => parts.slice(n).join('|'))
  const found = sql`select patient_id from patient_identifiers
    where lower(value) = any (array(select lower(given) from unnest(${values}::text[]) given))
    and ${identifier} in (value, system || '|' || value)`
  return sql`(${found} union all select patient_root(patient_id) from (${found}) as found)`
}

/**
 * The digits of a telephone number that are there however it is dialled: `030 123`, `+49 30 123` and `0049 30 123`
 * end alike.
 */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+(?=.)/, '')

/** A date as people type it: `1980-02-01`, `1.2.1980`; null for anything else, and for days that do not exist. */
function toDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : dotted ? dotted.slice(1).reverse() : []
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) && year >= '0001' ? date : null
}
