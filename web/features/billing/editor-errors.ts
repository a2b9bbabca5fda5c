import { ApiError } from '#client'
import { createInvoice } from '#contract'
import type { Sent } from './editor-input.ts'
import type { EditorValues } from './editor-values.ts'

/** By field, `patientId` or `payer.name`, and of rows by their key: `line3.quantity`. */
export type EditorErrors = Record<string, string>

/** What is wrong with what would be saved, as far as the page can tell. */
export function wrongIn(values: EditorValues, sent: Sent): EditorErrors {
  const { error } = createInvoice.body.safeParse(sent.content)
  const found = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  const unknownItems = values.lines
    .filter(({ itemId, itemText }) => itemId === null && itemText.trim() !== '')
    .map(({ key }) => [`${key}.item`, 'Choose an item, or leave this empty'])
  return {
    ...placed(found, sent),
    ...Object.fromEntries(unknownItems),
    ...(values.patientId === null && { patientId: 'Choose the patient' }),
    ...(values.dueBy === 'terms' &&
      !isDays(values.termsDays) && { termsDays: 'A whole number of days, at most 365' }),
    ...(values.dueBy === 'date' && values.dueDate === '' && { dueDate: 'Enter the day it is due' }),
  }
}

/** What a refusal says, where each thing belongs; empty where it is about no field of the editor. */
export function refusedIn(error: unknown, sent: Sent): EditorErrors {
  if (!(error instanceof ApiError)) return {}
  const { code, detail, title, errors = [] } = error.problem
  if (code === 'patient_not_found' || code === 'patient_merged') return { patientId: detail || title }
  // One error without a place in the editor, and the whole refusal is shown instead.
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

/** What the editor has one field for, and the payer, who has several. */
const ownFields = [
  'patientId',
  'currency',
  'series',
  'issueDate',
  'dueDate',
  'termsDays',
  'taxMode',
  'note',
  'payer',
]

/** Several fields of the contract may be one field here. */
const fieldOf: Record<string, string> = {
  '': 'description',
  code: 'description',
  discountPercent: 'discount',
  discountAmount: 'discount',
  percent: 'discount',
  amount: 'discount',
  taxRate: 'tax',
  taxCategory: 'tax',
  itemId: 'item',
  lot: 'item',
  locationId: 'item',
}

function placeOf(path: string, { lineKeys, discountKeys }: Sent): string | null {
  const [list = '', place, field = ''] = path.replace(/\[(\d+)\]/g, '.$1').split('.')
  const key = { lines: lineKeys, discounts: discountKeys }[list]?.[Number(place)]
  if (!key) return ownFields.includes(list) ? path : null
  return list === 'discounts' && field === '' ? `${key}.discount` : `${key}.${fieldOf[field] ?? field}`
}

export const isAnyWrong = (errors: EditorErrors) => Object.keys(errors).length > 0
