import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#client'
import { type ComputedInvoice, createInvoice, type Input, type InvoiceLine } from '#contract'
import { callOptions } from '../../../api.ts'
import { fieldsOf, refusedFields } from '../../../components/field-errors.ts'
import { fieldOf, type Previewed, rowFields } from './input.ts'
import type { EditorValues } from './values.ts'

/** The invoice as the server computes it while the user types. */
export interface Preview {
  /** The latest that could be computed. */
  invoice: ComputedInvoice | undefined
  /** The computed line of a row. */
  lineOf: (key: string) => InvoiceLine | undefined
  computing: boolean
  /** Whether `invoice` is of earlier values, because the server refuses the current ones. */
  outdated: boolean
  /** Errors by field. */
  errors: Record<string, string>
  /** A refusal that belongs to no field. */
  failure: unknown
}

const restMs = 250

/** Computes 250 ms after the last change. The latest request wins; the previous result stays until then. */
export function usePreview(values: EditorValues, sent: Previewed | null): Preview {
  const typed = JSON.stringify(sent)
  const [settled] = useDebouncedValue(typed, restMs)
  const requested: Previewed | null = JSON.parse(settled)
  const input = { ...(requested?.content ?? nothing), preview: true }
  const issued = useQuery({
    ...previewOptions(input),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
  })
  const onlyIssuing = preventsIssuing(issued.error)
  const drafted = useQuery({
    ...previewOptions({ ...input, draft: true }),
    enabled: requested !== null && onlyIssuing,
  })
  const query = onlyIssuing ? drafted : issued

  const newest = useRef<{ invoice: ComputedInvoice; lines: EditorValues['lines'] }>(undefined)
  if (requested && query.data && !query.isPlaceholderData)
    newest.current = { invoice: query.data, lines: requested.lines }
  if (!requested) newest.current = undefined

  const computing = sent !== null && (typed !== settled || query.isFetching)
  const fieldAt = fieldsOf(values, requested ?? {}, rowFields)
  const errors = computing ? {} : refusedFields(issued.error, fieldAt, fieldOf)
  return {
    invoice: newest.current?.invoice,
    lineOf: (key) =>
      newest.current?.invoice.lines[newest.current.lines.findIndex((line) => line.key === key)],
    computing,
    outdated: !computing && query.isError,
    errors,
    failure: computing || Object.keys(errors).length > 0 ? undefined : (query.error ?? undefined),
  }
}

/** Returns whether a draft can be saved anyway: it needs no stock, and can be dated ahead. So the totals are still shown. */
const preventsIssuing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'insufficient_stock' || isOnly('issueDate', error.problem.errors ?? []))

const isOnly = (field: string, errors: readonly { path: string }[]): boolean =>
  errors.length > 0 && errors.every(({ path }) => path === field)

/** Keyed apart from invoices: a change to a stored invoice does not affect a preview. */
const previewOptions = (input: Input<typeof createInvoice>) => ({
  ...callOptions(createInvoice, input),
  queryKey: ['preview', input],
})

const nothing: Previewed['content'] = { patientId: '', lines: [] }
