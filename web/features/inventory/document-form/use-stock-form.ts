import type { Input, Item, Operation, Output } from '#contract'
import { useFormRows } from '../../../components/form-rows.tsx'
import { type FormState, useOperationForm } from '../../../components/operation-form.tsx'
import { keyed } from '../../../components/rows.ts'
import { useFindItem } from '../item-picker/use-item-search.ts'

/** A line with an item, everything else as typed. */
interface ItemLine {
  key?: string
  item: Item | null
  /** The text of the item field, also while it names no item. */
  typed: string
}

interface StockFormOptions<O extends Operation, Head, Line extends ItemLine> {
  head: Head
  blank: Line
  /** The first line, if it is not blank. */
  first?: Line | undefined
  /** Errors of a line that has its item, by field, that the contract cannot find. */
  check?: (line: Line) => Record<string, string>
  /** What is sent: one entry of `lines` for each of the lines, in their order. */
  input: (values: Head & { lines: Line[] }) => Input<O>
  onDone: (answer: Output<O>, sent: Head & { lines: Line[] }, status: number) => void
}

const item = { '': 'item', itemId: 'item', sku: 'item', gtin: 'item' }
const rowFields = {
  lines: { ...item, expiresOn: 'expires', acceptExpired: 'expires', expectedOnHand: 'seen' },
}

/** The form of a document with a head and lines, such as a receipt or an adjustment, and its grid of lines. */
export function useStockForm<O extends Operation, Head extends Record<string, string>, Line extends ItemLine>(
  operation: O,
  { head, blank, first = blank, check = () => ({}), input, onDone }: StockFormOptions<O, Head, Line>,
) {
  const findItem = useFindItem()
  const form = useOperationForm(operation, {
    initial: { ...head, lines: [keyed(first)] as Line[] },
    // An empty document is sent as one blank line, whose errors show what is missing.
    filled: (values) => {
      const filled = values.lines.filter((line) => !isBlank(line))
      return { ...values, lines: filled.length > 0 ? filled : values.lines.slice(0, 1) }
    },
    input,
    rowFields,
    // Counting is another document than adding.
    placeIn: ({ mode }) => mode,
    check: ({ lines }) =>
      Object.fromEntries(
        lines.flatMap((line, at) =>
          Object.entries(line.item ? check(line) : missingItem(line)).map(([field, message]) => [
            `lines.${at}.${field}`,
            message,
          ]),
        ),
      ),
    // Looks up items that were typed but not chosen.
    complete: ({ lines }, setValue) =>
      Promise.all(
        lines.map(async ({ item, typed }, at) => {
          const found = item || !typed.trim() ? undefined : (await findItem(typed)).item
          if (found) setValue(`lines.${at}.item`, found)
        }),
      ),
    onDone: (answer, sent, status) => onDone(answer as Output<O>, sent, status),
  })
  const lines = useFormRows(form as unknown as FormState<{ lines: ItemLine[] }>, 'lines', () => keyed(blank))
  return {
    form,
    lines,
    /** Moves from a blank line to the button; if all lines are blank, there is nothing to send. */
    leaveLines: () => {
      if (form.current().lines.some((line) => !isBlank(line)))
        form.element.current?.querySelector<HTMLElement>('[data-submit]')?.focus()
    },
  }
}

const isBlank = ({ key: _, ...line }: ItemLine): boolean =>
  !line.item && Object.values(line).every((value) => typeof value !== 'string' || value.trim() === '')

const missingItem = ({ typed }: ItemLine) => ({
  item: typed.trim() ? 'Choose one of the items' : 'Choose an item',
})
