import { z } from 'zod'
import { amountInput, percentInput } from '#contract'
import { readDecimal } from '../../components/amounts.ts'

/** A discount as it is typed into one field, `4%` or `12,50`, as it is written: `4%`, `12.50`. */
export function readDiscount(typed: string): string {
  const text = typed.trim()
  return text.endsWith('%') ? `${readDecimal(text.slice(0, -1))}%` : readDecimal(text)
}

/** What the API takes of it. */
export function discountOf(typed: string): { percent: string | null; amount: string | null } {
  const read = readDiscount(typed)
  if (read === '') return { percent: null, amount: null }
  return read.endsWith('%') ? { percent: read.slice(0, -1), amount: null } : { percent: null, amount: read }
}

export const discountRule = z.string().superRefine((read, context) => {
  const { percent, amount } = discountOf(read)
  const { error } = percent !== null ? percentInput.safeParse(percent) : amountInput.safeParse(amount ?? '0')
  if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' })
})
