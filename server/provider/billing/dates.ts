import type { Settings } from '#contract'
import type { Invoice } from '#engines/invoicing'
import { invalidField } from '#platform'

/** The dates given for an invoice; the others follow when it is issued. */
export type GivenDates = Pick<Invoice, 'issueDate' | 'dueDate' | 'termsDays'>

export interface DatesAtIssue extends GivenDates {
  issueDate: string
  dueDate: string
}

/**
 * Returns the dates of an invoice issued today.
 * @throws Refusal `validation_failed` for `issueDate` if it is later, which would hold the series until then, or for `dueDate`
 */
export function datesAtIssue(given: GivenDates, settings: Settings, today: string): DatesAtIssue {
  const issueDate = given.issueDate ?? today
  if (issueDate > today) throw invalidField('issueDate', `Later than today, ${today}`)
  if (given.dueDate !== null) {
    refuseDueBefore(given.dueDate, issueDate)
    return { issueDate, dueDate: given.dueDate, termsDays: null }
  }
  const termsDays = given.termsDays ?? settings.termsDays
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
