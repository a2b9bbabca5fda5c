// Dates as printed on packs and delivery notes. A month without a day means its last day, following summaries of
// product characteristics and the GS1 General Specifications, 7.12.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Read {
  pattern: RegExp
  order: readonly ('year' | 'month' | 'day')[]
}

const readings: Read[] = [
  { pattern: /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/, order: ['year', 'month', 'day'] },
  { pattern: /^(\d{4})[-./ ](\d{1,2})$/, order: ['year', 'month'] },
  { pattern: /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d{2})$/, order: ['day', 'month', 'year'] },
  { pattern: /^(\d{1,2})[-./ ](\d{4}|\d{2})$/, order: ['month', 'year'] },
  { pattern: /^(\d{1,2})[-. ]?([a-z]{3})[a-z]*[-. ]*(\d{4}|\d{2})$/, order: ['day', 'month', 'year'] },
  { pattern: /^([a-z]{3})[a-z]*[-./ ]*(\d{4}|\d{2})$/, order: ['month', 'year'] },
  { pattern: /^(\d{4})[-. ]?([a-z]{3})[a-z]*$/, order: ['year', 'month'] },
  { pattern: /^(20\d{2})(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
  { pattern: /^(\d{2})(\d{2})(20\d{2})$/, order: ['day', 'month', 'year'] },
  { pattern: /^(\d{2})(20\d{2})$/, order: ['month', 'year'] },
  { pattern: /^(\d{2})(\d{2})$/, order: ['month', 'year'] },
]

/**
 * Reads `2027-03-31`, `31.3.27`, `2027-03`, `03/27`, `0327` or `Mar 2027` as a date; null for anything else. The day
 * comes before the month unless the year comes first. Two-digit years are of this century. Six digits are a month and
 * a year or nothing, because packs use either order for a full date.
 */
export function expiryDate(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const { pattern, order } of readings) {
    const found = pattern.exec(text)
    const date = found && dateOf(order, found.slice(1))
    if (date) return date
  }
  return null
}

function dateOf(order: Read['order'], parts: string[]): string | null {
  const part = (name: Read['order'][number]) => parts[order.indexOf(name)]
  const written = part('month') ?? ''
  const month = /\d/.test(written) ? Number(written) : months.indexOf(written) + 1
  const year = Number(part('year')?.padStart(4, '20'))
  if (month < 1 || month > 12 || year < 2000) return null
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = Number(part('day') ?? last)
  if (day < 1 || day > last) return null
  return [year, pad(month), pad(day)].join('-')
}

const pad = (part: number) => String(part).padStart(2, '0')
