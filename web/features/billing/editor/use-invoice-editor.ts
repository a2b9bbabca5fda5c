import { useCallback, useRef, useState } from 'react'
import type { Settings } from '#contract'
import { useFocusFirstError } from '../../../components/focus.ts'
import { useUnsaved } from '../../../components/unsaved.ts'
import { useRules } from '../../../load-rules.ts'
import { type EditorErrors, errorsFrom, errorsIn, hasErrors } from './errors.ts'
import { previewInput, type Sent, savedInput } from './input.ts'
import { usePreview } from './use-preview.ts'
import {
  type DiscountValues,
  defaultTax,
  type EditorValues,
  emptyDiscount,
  emptyLine,
  type LineValues,
} from './values.ts'

/** The values of the invoice editor, the server's preview of them, and their errors. */
export function useInvoiceEditor(initial: EditorValues, settings: Settings) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<EditorErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const saved = useRef(JSON.stringify(values))
  useUnsaved(() => JSON.stringify(values) !== saved.current)
  const rules = useRules(JSON.stringify(values) !== saved.current)
  const preview = usePreview(previewInput(values, rules))

  const clearErrors = useCallback((fields: string[]) => {
    setErrors((errors) =>
      fields.some((field) => Object.hasOwn(errors, field))
        ? Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
        : errors,
    )
  }, [])

  const change = useCallback(
    (change: Partial<EditorValues>) => {
      setValues((values) => ({ ...values, ...change }))
      clearErrors(Object.keys(change))
    },
    [clearErrors],
  )
  const changeLine = useCallback(
    (key: string, change: Partial<LineValues>) => {
      setValues((values) => ({ ...values, lines: withRow(values.lines, key, change) }))
      clearErrors(Object.keys(change).map((field) => `${key}.${field}`))
    },
    [clearErrors],
  )
  const changeDiscount = (key: string, change: Partial<DiscountValues>) => {
    setValues((values) => ({ ...values, discounts: withRow(values.discounts, key, change) }))
    clearErrors(Object.keys(change).map((field) => `${key}.${field}`))
  }

  const focusFirstError = useFocusFirstError(element)
  const show = (errors: EditorErrors) => {
    setErrors(errors)
    focusFirstError()
  }

  return {
    element,
    values,
    errors: { ...preview.errors, ...errors },
    preview,
    change,
    changeLine,
    changeDiscount,
    /** Adds a line and returns its key. */
    addLine: (): string => {
      const line = emptyLine(values.lines.at(-1)?.tax ?? defaultTax(settings))
      setValues((values) => ({ ...values, lines: [...values.lines, line] }))
      return line.key
    },
    removeLine: (key: string) =>
      setValues((values) => {
        const left = values.lines.filter((line) => line.key !== key)
        return { ...values, lines: left.length > 0 ? left : [emptyLine(defaultTax(settings))] }
      }),
    addDiscount: () => change({ discounts: [...values.discounts, emptyDiscount()] }),
    removeDiscount: (key: string) =>
      change({ discounts: values.discounts.filter((discount) => discount.key !== key) }),
    /** Returns what to save, or null after showing its errors. */
    checked: async (): Promise<Sent | null> => {
      const sent = savedInput(values)
      const found = await errorsIn(values, sent)
      if (hasErrors(found)) show(found)
      return hasErrors(found) ? null : sent
    },
    /** Shows a refusal's errors at their fields. Returns whether there were any. */
    showRefusal: (error: unknown, sent: Sent): boolean => {
      const found = errorsFrom(error, sent)
      if (hasErrors(found)) show(found)
      return hasErrors(found)
    },
    /** Declares the current values saved. */
    markSaved: () => {
      saved.current = JSON.stringify(values)
    },
  }
}
export type InvoiceEditor = ReturnType<typeof useInvoiceEditor>

const withRow = <Row extends { key: string }>(rows: Row[], key: string, change: Partial<Row>): Row[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row))
