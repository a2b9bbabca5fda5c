import { useCallback, useEffect, useRef, useState } from 'react'
import type { Settings } from '#contract'
import { useUnsaved } from '../../components/unsaved.ts'
import { type EditorErrors, isAnyWrong, refusedIn, wrongIn } from './editor-errors.ts'
import { previewInput, type Sent, savedInput } from './editor-input.ts'
import {
  type DiscountValues,
  defaultTax,
  type EditorValues,
  emptyDiscount,
  emptyLine,
  type LineValues,
} from './editor-values.ts'
import { usePreview } from './use-preview.ts'

/** What is typed in the editor of an invoice, what the server computes of it, and what is wrong with it. */
export function useInvoiceEditor(initial: EditorValues, settings: Settings) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<EditorErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const saved = useRef(JSON.stringify(values))
  useUnsaved(() => JSON.stringify(values) !== saved.current)
  const preview = usePreview(previewInput(values))

  /** What is typed anew is not wrong any more. */
  const forget = useCallback((fields: string[]) => {
    setErrors((errors) =>
      fields.some((field) => field in errors)
        ? Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
        : errors,
    )
  }, [])

  const change = useCallback(
    (change: Partial<EditorValues>) => {
      setValues((values) => ({ ...values, ...change }))
      forget(Object.keys(change))
    },
    [forget],
  )
  const changeLine = useCallback(
    (key: string, change: Partial<LineValues>) => {
      setValues((values) => ({ ...values, lines: withRow(values.lines, key, change) }))
      forget([
        ...Object.keys(change).map((field) => `${key}.${field}`),
        'itemText' in change ? `${key}.item` : '',
      ])
    },
    [forget],
  )
  const changeDiscount = (key: string, change: Partial<DiscountValues>) => {
    setValues((values) => ({ ...values, discounts: withRow(values.discounts, key, change) }))
    forget(Object.keys(change).map((field) => `${key}.${field}`))
  }

  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0)
      element.current
        ?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]')
        ?.focus()
  }, [refusals])
  const show = (errors: EditorErrors) => {
    setErrors(errors)
    setRefusals((count) => count + 1)
  }

  return {
    element,
    values,
    errors: { ...preview.errors, ...errors },
    preview,
    change,
    changeLine,
    changeDiscount,
    /** Adds a line like a new one, and gives its key. */
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
    /** What would be saved; null where that is wrong, which is then shown. */
    checked: (): Sent | null => {
      const sent = savedInput(values)
      const wrong = wrongIn(values, sent)
      if (isAnyWrong(wrong)) show(wrong)
      return isAnyWrong(wrong) ? null : sent
    },
    /** Shows what a refusal says at its fields. Whether it was about any. */
    refused: (error: unknown, sent: Sent): boolean => {
      const wrong = refusedIn(error, sent)
      if (isAnyWrong(wrong)) show(wrong)
      return isAnyWrong(wrong)
    },
    /** From here on nothing is unsaved. */
    settled: () => {
      saved.current = JSON.stringify(values)
    },
  }
}
export type InvoiceEditor = ReturnType<typeof useInvoiceEditor>

const withRow = <Row extends { key: string }>(rows: Row[], key: string, change: Partial<Row>): Row[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row))
