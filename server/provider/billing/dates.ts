import type { Settings } from '#contract'
import { invalidField } from '#platform'
import { dateAt } from '../date-at.ts'

/** Today, in the organisation's time zone. */
export const today = ({ timeZone }: Settings): string => dateAt(new Date(), timeZone)

/** What an invoice says of its dates; the rest is known when it is issued. */
export interface SaidDates {
  issueDate: string | null
  dueDate: string | null
  termsDays: number | null
}

export interface DatesAtIssue {
  issueDate: string
  dueDate: string
  termsDays: number | null
}

/** The dates of an invoice that is issued now. @throws Refusal `validation_failed` where it would be due before. */
export function datesAtIssue(
  said: SaidDates,
  settings: Settings,
  day: string = today(settings),
): DatesAtIssue {
  const issueDate = said.issueDate ?? day
  if (issueDate > addDays(day, 366)) throw invalidField('issueDate', 'More than a year from now')
  if (said.dueDate !== null) {
    refuseDueBefore(said.dueDate, issueDate)
    return { issueDate, dueDate: said.dueDate, termsDays: null }
  }
  const termsDays = said.termsDays ?? settings.termsDays
  return { issueDate, dueDate: addDays(issueDate, termsDays), termsDays }
}

/** @throws Refusal `validation_failed` for `dueDate` */
export function refuseDueBefore(dueDate: string | null, issueDate: string | null): void {
  if (dueDate && issueDate && dueDate < issueDate)
    throw invalidField('dueDate', `Before the issue date, ${issueDate}`)
}

export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
