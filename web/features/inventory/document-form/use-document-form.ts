import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import type { ErrorCode, Input, Item, Operation, Output } from '#contract'
import { useAction } from '../../../api.ts'
import { useFocusFirstError } from '../../../components/focus.ts'
import { useUnsaved } from '../../../components/unsaved.ts'
import { useFindItem } from '../item-picker/use-item-search.ts'
import { findingsOf, placed, refusedIn } from './line-errors.ts'
import { type Row, useRows } from './use-rows.ts'

type Errors = Record<string, string>
const noErrors: Errors = {}

/** A line with an item, everything else as typed. */
interface ItemLine {
  item: Item | null
  /** The text of the item field, also while it names no item. */
  typed: string
}

interface DocumentFormOptions<
  O extends Operation,
  Head extends Record<string, string>,
  Line extends ItemLine,
> {
  head: Head
  blank: Line
  /** The first line, if it is not blank. */
  first?: Line | undefined
  /** Errors of a line that has its item, by field of the contract, that the contract cannot find. */
  check: (line: Line) => Errors
  /** What is sent: one entry of `lines` for each of `lines`, in their order. */
  input: (head: Head, lines: Line[]) => Input<O> & { lines: object[] }
  onDone: (answer: Output<O>, status: number) => void
}

/**
 * The state of a document with a head and lines, such as a receipt or an adjustment. Blank rows are left out. All errors
 * of the contract or the server are shown at their lines and fields, and disappear when the field changes.
 */
export function useDocumentForm<
  O extends Operation,
  Head extends Record<string, string>,
  Line extends ItemLine,
>(operation: O, options: DocumentFormOptions<O, Head, Line>) {
  const [head, setHead] = useState(options.head)
  const [touched, setTouched] = useState(false)
  const rows = useRows(options.blank, options.first)
  const form = useRef<HTMLFormElement>(null)
  const errors = useErrors(Object.keys(head), form)
  const sending = useSending(operation, options, { head, rows, errors })
  // Counting is another document than adding.
  const modeOf = ({ mode }: Record<string, unknown>) => mode
  useUnsaved(() => touched, undefined, modeOf)

  // Takes the focus from the page's heading, because the next thing to do is to type.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])

  const changeHead = (patch: Partial<Head>) => {
    setTouched(true)
    setHead((head) => ({ ...head, ...patch }))
    errors.clearHead(Object.keys(patch))
  }

  /** Changes a line and clears the errors of the contract's fields `clears`. */
  const fill = (key: number, patch: Partial<Line>, clears: string[]) => {
    rows.change(key, patch)
    errors.clearLine(key, clears)
  }

  return {
    ...rows,
    ...sending,
    form,
    head,
    wrongCount: errors.wrongCount,
    errorsOf: errors.ofLine,
    /** Moves from a blank last line to the button; if all lines are blank, there is nothing to send. */
    leaveLines: () => {
      if (rows.current().some((row) => !isBlank(row)))
        form.current?.querySelector<HTMLElement>('[data-submit]')?.focus()
    },
    changeHead,
    /** The props of a field of the head. */
    headField: (name: keyof Head & string) => ({
      name,
      value: head[name] as string,
      error: errors.ofHead[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        changeHead({ [name]: event.currentTarget.value } as Partial<Head>),
    }),
    fill,
    /** Changes a line as the user wants, which leaves something to lose. */
    change: (key: number, patch: Partial<Line>, clears: string[]) => {
      setTouched(true)
      fill(key, patch, clears)
    },
  }
}

/** The errors of the head and the lines. They disappear when their field changes. */
function useErrors(headNames: string[], form: RefObject<HTMLFormElement | null>) {
  const [ofHead, setOfHead] = useState<Errors>({})
  const [ofLines, setOfLines] = useState<Record<number, Errors>>({})
  const focusFirstError = useFocusFirstError(form)
  return {
    ofHead,
    ofLine: (key: number): Errors => ofLines[key] ?? noErrors,
    wrongCount: Object.values(ofLines).filter((errors) => Object.keys(errors).length > 0).length,
    clear: () => {
      setOfHead({})
      setOfLines({})
    },
    clearHead: (names: string[]) => setOfHead((errors) => without(errors, names)),
    clearLine: (key: number, names: string[]) =>
      setOfLines((errors) => ({ ...errors, [key]: without(errors[key] ?? {}, names) })),
    /** Shows findings at their fields, and returns the messages of those that have none. */
    place: (
      findings: readonly { path: string; message: string }[],
      sent: readonly { key: number }[],
    ): string[] => {
      const { head, lines, rest } = placed(findings, headNames)
      setOfHead(head)
      setOfLines(Object.fromEntries(sent.map(({ key }, at) => [key, lines[at] ?? {}])))
      focusFirstError()
      return rest
    },
  }
}

interface Document<Head, Line extends ItemLine> {
  head: Head
  rows: ReturnType<typeof useRows<Line>>
  errors: ReturnType<typeof useErrors>
}

/** Sends a document if the contract allows it, and keeps why it failed. */
function useSending<O extends Operation, Head extends Record<string, string>, Line extends ItemLine>(
  operation: O,
  { check, input, onDone }: DocumentFormOptions<O, Head, Line>,
  { head, rows, errors }: Document<Head, Line>,
) {
  const [failure, setFailure] = useState<unknown>()
  const [refusal, setRefusal] = useState<ErrorCode>()
  const findItem = useFindItem()
  const action = useAction(operation, { onDone })
  const submitting = useRef(false)

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
    // An empty document is sent as one blank line, whose errors show what is missing.
    const sent = await Promise.all((filled.length > 0 ? filled : rows.rows.slice(0, 1)).map(withItem))
    const body = input(head, sent)
    const own = sent.flatMap((line, at) =>
      Object.entries(line.item ? check(line) : missingItem(line)).map(([field, message]) => ({
        path: `lines[${at}].${field}`,
        message,
      })),
    )
    setRefusal(undefined)
    const findings = [...own, ...(await findingsOf(operation, body))]
    if (findings.length > 0) return void errors.place(findings, sent)
    errors.clear()
    try {
      await action.mutateAsync(body)
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.code : undefined)
      const refused = refusedIn(error)
      const rest = errors.place(refused, sent)
      if (refused.length === 0 || rest.length > 0) setFailure(error)
    }
  }

  /** Looks up an item that was typed but not chosen before the document was sent. */
  async function withItem(row: Row<Line>): Promise<Row<Line>> {
    const item = row.item || !row.typed.trim() ? undefined : (await findItem(row.typed)).item
    if (!item) return row
    rows.change(row.key, { item } as Partial<Line>)
    return { ...row, item }
  }

  return {
    failure,
    /** The code of the server's last refusal. */
    refusal,
    submitting: action.isPending,
    submit,
  }
}

const isBlank = (line: ItemLine): boolean =>
  !line.item && Object.values(line).every((value) => typeof value !== 'string' || value.trim() === '')

const missingItem = ({ typed }: ItemLine): Errors => ({
  itemId: typed.trim() ? 'Choose one of the items' : 'Choose an item',
})

const without = (errors: Errors, names: string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
