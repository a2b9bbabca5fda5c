import { ApiError } from '#client'
import { createInvoice } from '#contract'
import { own } from '#rules/own'
import { loadRules } from '../../../load-rules.ts'
import type { Sent } from './input.ts'
import type { EditorValues } from './values.ts'

/** Messages by field, such as `patientId` or `payer.name`; in rows by key, such as `line3.quantity`. */
export type EditorErrors = Record<string, string>

/** Returns the errors that the page can find before saving. */
export async function errorsIn(values: EditorValues, sent: Sent): Promise<EditorErrors> {
  const issues = (await loadRules())?.issuesIn(createInvoice, sent.content) ?? []
  const found = issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  return {
    ...placed(found, sent),
    ...(values.patientId === null && { patientId: 'Choose a patient' }),
    ...(values.dueBy === 'terms' &&
      !isDays(values.termsDays) && { termsDays: 'Enter a whole number of days, at most 365' }),
    ...(values.dueBy === 'date' && values.dueDate === '' && { dueDate: 'Enter the due date' }),
  }
}

/** Returns a refusal's errors by field; empty if any of them belongs to no field of the editor. */
export function errorsFrom(error: unknown, sent: Sent): EditorErrors {
  if (!(error instanceof ApiError)) return {}
  const { code, detail, title, errors = [] } = error.problem
  if (code === 'patient_not_found' || code === 'patient_merged') return { patientId: detail || title }
  // With one error that has no field, the whole refusal is shown instead.
  return errors.every(({ path }) => placeOf(path, sent) !== null) ? placed(errors, sent) : {}
}

const isDays = (typed: string) => /^\s*\d{0,3}\s*$/.test(typed) && Number(typed) <= 365

function placed(errors: readonly { path: string; message: string }[], sent: Sent): EditorErrors {
  const entries = errors.flatMap(({ path, message }) => {
    const place = placeOf(path, sent)
    return place ? [[place, message]] : []
  })
  return Object.fromEntries(entries.toReversed())
}

/** Fields of the contract with one field in the editor, and the payer, which has several. */
const ownFields = [
  'patientId',
  'currency',
  'series',
  'issueDate',
  'dueDate',
  'termsDays',
  'taxMode',
  'buyerReference',
  'note',
  'payer',
]

/** Fields of the contract that share a field of the editor. */
const fieldOf: Record<string, string> = {
  '': 'description',
  code: 'description',
  discountPercent: 'discount',
  discountAmount: 'discount',
  percent: 'discount',
  amount: 'discount',
  taxRate: 'tax',
  taxCategory: 'tax',
  itemId: 'description',
  lot: 'description',
  acceptExpired: 'description',
  locationId: 'description',
}

function placeOf(path: string, { lineKeys, discountKeys }: Sent): string | null {
  const [list = '', place, field = ''] = path.replace(/\[(\d+)\]/g, '.$1').split('.')
  const key = own({ lines: lineKeys, discounts: discountKeys }, list)?.[Number(place)]
  if (!key) return ownFields.includes(list) ? path : null
  return list === 'discounts' && field === '' ? `${key}.discount` : `${key}.${own(fieldOf, field) ?? field}`
}

export const hasErrors = (errors: EditorErrors) => Object.keys(errors).length > 0
