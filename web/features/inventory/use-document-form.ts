import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import type { ErrorCode, Input, Operation, Output } from '#contract'
import { useAction } from '../../api.ts'
import { useUnsaved } from '../../components/unsaved.ts'
import { findingsOf, placed, refusedIn } from './line-errors.ts'
import { type Row, useRows } from './use-rows.ts'

type Errors = Record<string, string>
const noErrors: Errors = {}

interface DocumentFormOptions<O extends Operation, Head extends object, Line extends object> {
  head: Head
  blank: Line
  isBlank: (line: Line) => boolean
  /** What of a line is still being looked up where it is sent at once after it was typed. */
  complete: (line: Line) => Promise<Partial<Line>>
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
  const { blank, isBlank, complete, check, input, onDone } = options
  const [head, setHead] = useState(options.head)
  const [touched, setTouched] = useState(false)
  const [headErrors, setHeadErrors] = useState<Errors>({})
  const [lineErrors, setLineErrors] = useState<Record<number, Errors>>({})
  const [failure, setFailure] = useState<unknown>()
  const [refusal, setRefusal] = useState<ErrorCode>()
  const rows = useRows(blank)
  const form = useRef<HTMLFormElement>(null)
  const action = useAction(operation, { onDone })
  const submitting = useRef(false)
  useUnsaved(
    () => touched,
    undefined,
    // Counting is another document than adding.
    ({ mode }) => mode,
  )

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
    if (submitting.current) return
    submitting.current = true
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(error)
    } finally {
      submitting.current = false
    }
  }

  async function send(): Promise<void> {
    const filled = rows.rows.filter((row) => !isBlank(row))
    // An empty document is one line that says what it lacks.
    const sent = await Promise.all((filled.length > 0 ? filled : rows.rows.slice(0, 1)).map(completed))
    const body = input(head, sent)
    const own = sent.flatMap((line, at) =>
      Object.entries(check(line, head)).map(([field, message]) => ({
        path: `lines[${at}].${field}`,
        message,
      })),
    )
    setRefusal(undefined)
    const findings = [...own, ...findingsOf(operation, body)]
    if (findings.length > 0) return void place(findings, sent)
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

  async function completed(row: Row<Line>): Promise<Row<Line>> {
    const patch = await complete(row)
    if (Object.keys(patch).length > 0) rows.change(row.key, patch)
    return { ...row, ...patch }
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
    errorsOf: (key: number): Errors => lineErrors[key] ?? noErrors,
    /** From an empty line at the end, Enter goes to the button; where all are empty there is nothing to send. */
    leaveLines: () => {
      if (rows.current().some((row) => !isBlank(row)))
        form.current?.querySelector<HTMLElement>('[data-submit]')?.focus()
    },
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
