import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#client'
import { type ComputedInvoice, createInvoice, type Input, type InvoiceLine } from '#contract'
import { callOptions } from '../../api.ts'
import { type EditorErrors, isAnyWrong, refusedIn } from './editor-errors.ts'
import type { Sent } from './editor-input.ts'

/** What the server computes of the invoice as it is typed. */
export interface Preview {
  /** The newest that could be computed. */
  invoice: ComputedInvoice | undefined
  /** The computed line of a row. */
  lineOf: (key: string) => InvoiceLine | undefined
  computing: boolean
  /** Whether what stands there is of what was typed before, since the server refuses what is typed now. */
  outdated: boolean
  /** What the server refuses, where it belongs. */
  errors: EditorErrors
  /** What it refuses that is about no field. */
  failure: unknown
}

const restMs = 250

/** Computes once typing rests. The answer to what was typed last wins, and what was computed before stays until then. */
export function usePreview(sent: Sent | null): Preview {
  const typed = JSON.stringify(sent)
  const [rested] = useDebouncedValue(typed, restMs)
  const asked: Sent | null = JSON.parse(rested)
  const input = { ...(asked?.content ?? nothing), preview: true }
  const issued = useQuery({
    ...previewOptions(input),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  // Too little in stock is no reason to leave the totals out.
  const isShort = issued.error instanceof ApiError && issued.error.code === 'insufficient_stock'
  const drafted = useQuery({
    ...previewOptions({ ...input, draft: true }),
    enabled: asked !== null && isShort,
  })
  const query = isShort ? drafted : issued

  const newest = useRef<{ invoice: ComputedInvoice; keys: string[] }>(undefined)
  if (asked && query.data && !query.isPlaceholderData)
    newest.current = { invoice: query.data, keys: asked.lineKeys }
  if (!asked) newest.current = undefined

  const computing = sent !== null && (typed !== rested || query.isFetching)
  const errors = asked && !computing ? refusedIn(issued.error, asked) : {}
  return {
    invoice: newest.current?.invoice,
    lineOf: (key) => newest.current?.invoice.lines[newest.current.keys.indexOf(key)],
    computing,
    outdated: !computing && query.isError,
    errors,
    failure: computing || isAnyWrong(errors) ? undefined : (query.error ?? undefined),
  }
}

/** Not among what is read anew when an invoice changes: a preview is of nothing that is there. */
const previewOptions = (input: Input<typeof createInvoice>) => ({
  ...callOptions(createInvoice, input),
  queryKey: ['preview', input],
})

const nothing: Sent['content'] = { patientId: '', lines: [] }
