import { plural } from '../../components/format.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the age in years, or as clinics do in months below two years and in days below two months. Empty for a date
 * in the future.
 * @param born `1980-02-29`
 * @param today in the reader's time zone
 */
export function ageOf(born: string, today: Date = new Date()): string {
  const [year = 0, month = 0, day = 0] = born.split('-').map(Number)
  const months =
    (today.getFullYear() - year) * 12 + today.getMonth() + 1 - month - (today.getDate() < day ? 1 : 0)
  if (months >= 24) return plural(Math.floor(months / 12), 'year')
  if (months >= 2) return plural(months, 'month')
  const now = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())
  const days = Math.round((now - Date.parse(born)) / dayMs)
  return days < 0 ? '' : plural(days, 'day')
}
