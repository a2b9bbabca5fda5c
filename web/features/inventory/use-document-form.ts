import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import type { ErrorCode, Input, Operation, Output } from '#contract'
import { useAction } from '../../api.ts'
import { useUnsaved } from '../../components/unsaved.ts'
import { findingsOf, placed, refusedIn } from './line-errors.ts'
import { type Row, useRows } from './use-rows.ts'

type Errors = Record<string, string>

interface DocumentFormOptions<O extends Operation, Head extends object, Line extends object> {
  head: Head
  blank: Line
  isBlank: (line: Line) => boolean
  /** What is wrong with a line in its own words, by field of the contract, before the contract has its say. */
  check: (line: Line, head: Head) => Errors
  /** What is sent: of `lines` one entry each, in their order. */
  input: (head: Head, lines: Line[]) => Input<O> & { lines: object[] }
  onDone: (answer: Output<O>, status: number) => void
}

/**
 * A document of a head and lines, as a receipt and an adjustment are. Rows that nothing was typed into are left out.
 * What is wrong, by the contract or by the server, is shown at its line and field, all at once, and goes as soon as
 * that field is changed.
 */
export function useDocumentForm<O extends Operation, Head extends object, Line extends object>(
  operation: O,
  options: DocumentFormOptions<O, Head, Line>,
) {
  const { blank, isBlank, check, input, onDone } = options
  const [head, setHead] = useState(options.head)
  const [touched, setTouched] = useState(false)
  const [headErrors, setHeadErrors] = useState<Errors>({})
  const [lineErrors, setLineErrors] = useState<Record<number, Errors>>({})
  const [failure, setFailure] = useState<unknown>()
  const [refusal, setRefusal] = useState<ErrorCode>()
  const rows = useRows(blank)
  const form = useRef<HTMLFormElement>(null)
  const action = useAction(operation, { onDone })
  useUnsaved(() => touched)

  // After the page's heading has had it: whoever comes here begins to type.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])

  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0)
      form.current
        ?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"], [data-wrong]')
        ?.focus()
  }, [refusals])

  function place(findings: readonly { path: string; message: string }[], sent: Row<Line>[]): string[] {
    const { head: inHead, lines, rest } = placed(findings, Object.keys(head))
    setHeadErrors(inHead)
    setLineErrors(Object.fromEntries(sent.map(({ key }, at) => [key, lines[at] ?? {}])))
    setRefusals((count) => count + 1)
    return rest
  }

  async function submit(): Promise<void> {
    if (action.isPending) return
    setFailure(undefined)
    const filled = rows.rows.filter((row) => !isBlank(row))
    // An empty document is one line that says what it lacks.
    const sent = filled.length > 0 ? filled : rows.rows.slice(0, 1)
    const body = input(head, sent)
    const own = sent.flatMap((line, at) =>
      Object.entries(check(line, head)).map(([field, message]) => ({
        path: `lines[${at}].${field}`,
        message,
      })),
    )
    const findings = [...own, ...findingsOf(operation, body)]
    if (findings.length > 0) return void place(findings, sent)
    setRefusal(undefined)
    setHeadErrors({})
    setLineErrors({})
    try {
      await action.mutateAsync(body)
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.code : undefined)
      const refused = refusedIn(error)
      const rest = place(refused, sent)
      if (refused.length === 0 || rest.length > 0) setFailure(error)
    }
  }

  const without = (errors: Errors, names: string[]) =>
    Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))

  return {
    ...rows,
    form,
    head,
    headErrors,
    failure,
    /** Why the server refused it last. */
    refusal,
    submitting: action.isPending,
    wrongCount: Object.values(lineErrors).filter((errors) => Object.keys(errors).length > 0).length,
    submit,
    focusSubmit: () => form.current?.querySelector<HTMLElement>('[data-submit]')?.focus(),
    errorsOf: (key: number): Errors => lineErrors[key] ?? {},
    setHead: (patch: Partial<Head>) => {
      setTouched(true)
      setHead((head) => ({ ...head, ...patch }))
      setHeadErrors((errors) => without(errors, Object.keys(patch)))
    },
    /** Changes a line; `clears` are the fields of the contract whose errors that answers. */
    change: (key: number, patch: Partial<Line>, clears: string[]) => {
      setTouched(true)
      rows.change(key, patch)
      setLineErrors((errors) => ({ ...errors, [key]: without(errors[key] ?? {}, clears) }))
    },
  }
}
