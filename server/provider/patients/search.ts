import { type RawBuilder, sql } from 'kysely'
import { containing } from '#platform'

/**
 * Selects the records that match a search, best first, and among equals the newest, with a match of up to 3 for each part of it.
 * Exact ids, identifiers, phone numbers, emails and birth dates match better than addresses, and these better than names. Former
 * values find a record like present ones, and everything that finds a merged record finds its survivor.
 */
export function matching(q: string): RawBuilder<{ id: string; match: string }> {
  const ways = partsOf(q).flatMap((part, n) =>
    waysToFind(part).map(
      (way) => sql`(select ${n}::int as part, * from (${way}) way (id, match) limit ${most})`,
    ),
  )
  return sql`(
    with found as materialized (${sql.join(ways, sql` union all `)})
    select id, round(sum(match), 4) as match from (
      select id, max(match) as match from (
        select part, id, match from found
        union all
        select part, patient_root(id), match from found
        where id in (select id from patients where merged_into is not null)
      ) as way group by part, id
    ) as best group by id order by match desc, id desc)`
}

/** In each way: a longer search finds the others. */
const most = 500
const mostOfStreet = 100

/** So many emails, birth dates and numbers are searched for on their own. */
const detailsAtMost = 4

/** Returns a search, and if it has names together with emails, birth dates or numbers, each of these: “Vera Brandt 1.2.1980”. */
function partsOf(q: string): string[] {
  const tokens = q.split(/\s+/)
  const isDetail = (token: string) =>
    toDate(token) !== null ||
    /^[^\s@]+@[^\s@]*$/.test(token) ||
    (/^\+?[\d()./-]+$/.test(token) && digitsOf(token).length >= 6)
  const details = tokens.filter(isDetail).slice(0, detailsAtMost)
  const others = tokens.filter((token) => !details.includes(token)).join(' ')
  return /\p{L}/u.test(others) && details.length > 0 ? [q, others, ...details] : [q]
}

/** Returns queries for the records that match a part of a search. */
function waysToFind(q: string): RawBuilder<unknown>[] {
  const birthDate = toDate(q)
  const ways = [
    sql`select patient_id as id, 3 as match from patient_identifiers where lower_case(value) = lower_case(${q})`,
  ]
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q)) ways.push(sql`select ${q}::uuid, 3`)
  else if (/^[^\s@]+@[^\s@]*$/.test(q)) ways.push(withEmail(q))
  else if (birthDate) ways.push(sql`select id, 2 from patients where birth_date = ${birthDate}::date`)
  else if (digitsOf(q).length >= 4 && /^[\d\s()+./-]+$/.test(q)) ways.push(withDigits(digitsOf(q)))
  else {
    ways.push(sql`select id, likeness from patients_named(${q})`)
    const words = wordsOf(q)
    if (words.some((word) => /\p{L}{3}/u.test(word))) ways.push(atAddress(words))
  }
  return ways
}

/** Selects the ids of records that have or had a phone number with these digits, and of their survivors. */
export function withPhone(phone: string): RawBuilder<string> {
  return sql`(select patient_root(id) from (${withDigits(digitsOf(phone))}) as found
    union select id from (${withDigits(digitsOf(phone))}) as found)`
}

const withDigits = (digits: string) => sql`
  select id, 2 as match from patients where phone_digits like ${`%${digits}%`}
  union all select patient_id, 2 from patient_changes where former_phone_digits like ${`%${digits}%`}`

/** An email can be given by its beginning, up to its @ at least. */
function withEmail(email: string): RawBuilder<unknown> {
  const pattern = containing(email.toLowerCase()).slice(1)
  return sql`select id, 2 from patients where email like ${pattern}
    union all select patient_id, 2 from patient_changes where former_email like ${pattern}`
}

/**
 * Words with digits, such as house numbers, are compared whole; others can be abbreviated. A street or a city alone, where many
 * live, matches less than any name.
 */
function atAddress(words: string[]): RawBuilder<unknown> {
  const all = (key: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => sql`${key} like '% ' || folded(${word}) || ${/\d/.test(word) ? ' %' : '%'}`),
      sql` and `,
    )
  const [match, atMost] = words.some((word) => /\d/.test(word)) ? [1.5, most] : [0.4, mostOfStreet]
  return sql`(
    select id, ${match}::numeric from patients where ${all(sql`address_key(address_line, city, postal_code)`)}
    union all select patient_id, ${match}::numeric from patient_changes where ${all(sql`former_address_key`)}
    limit ${atMost})`
}

/** Returns the words of an address as `address_key()` separates them: without punctuation. */
const wordsOf = (text: string): string[] => text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean)

/** Selects the ids of records with an identifier, `value` or `system|value`, and of their survivors. */
export function withIdentifier(identifier: string): RawBuilder<string> {
  // Both parts can contain bars, so every bar may be the separator.
  const values = identifier.split('|').map((_, n, parts) => parts.slice(n).join('|'))
  const found = sql`select patient_id from patient_identifiers
    where lower_case(value) = any (array(select lower_case(given) from unnest(${values}::text[]) given))
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
