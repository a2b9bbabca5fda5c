import { NativeSelect, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { adjustStock, type Output } from '#contract'
import { AdjustLineFields } from './adjust-line.tsx'
import {
  type AdjustHead,
  type AdjustMode,
  adjustmentOf,
  blankLine,
  isBlankLine,
  lacksOf,
  quantityHeading,
  reasonOptions,
} from './adjust-lines.ts'
import { DocumentForm } from './document-form.tsx'
import { LinesGrid } from './lines-grid.tsx'
import { LocationSelect } from './location-select.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { useFindItem } from './use-item-search.ts'
import { useStockLocations } from './use-stock-locations.ts'

interface AdjustFormProps {
  mode: AdjustMode
  onDone: (adjustment: Output<typeof adjustStock>) => void
}

/** What was counted, or what is added and taken away: why first, and then the lines. */
export function AdjustForm({ mode: first, onDone }: AdjustFormProps) {
  const initial: AdjustHead = {
    mode: first,
    reason: first === 'count' ? 'recount' : '',
    note: '',
    locationId: '',
  }
  const findItem = useFindItem()
  const adjustment = useDocumentForm(adjustStock, {
    head: initial,
    blank: blankLine,
    isBlank: isBlankLine,
    complete: async ({ item, typed }) => {
      const found = item || !typed.trim() ? undefined : (await findItem(typed)).item
      return found ? { item: found } : {}
    },
    check: lacksOf,
    input: adjustmentOf,
    onDone,
  })
  const { head, headErrors, rows } = adjustment
  const main = useStockLocations().find(({ isDefault }) => isDefault)?.id ?? ''
  const heading = quantityHeading(head)

  return (
    <DocumentForm
      state={adjustment}
      label="Adjustment"
      submit={head.mode === 'count' ? 'Record the count' : 'Record the adjustment'}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="What you do"
          w="fit-content"
          data={[
            { value: 'delta', label: 'Add or take away' },
            { value: 'count', label: 'Count' },
          ]}
          value={head.mode}
          onChange={(value) => {
            const mode = value as AdjustMode
            adjustment.setHead({ mode, reason: head.reason || (mode === 'count' ? 'recount' : '') })
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <NativeSelect
            label="Reason"
            name="reason"
            data-first
            data={[{ value: '', label: 'Choose a reason' }, ...reasonOptions]}
            value={head.reason}
            error={headErrors.reason && 'Choose a reason'}
            onChange={(event) =>
              adjustment.setHead({ reason: event.currentTarget.value as AdjustHead['reason'] })
            }
          />
          <TextInput
            label="Note"
            name="note"
            placeholder="Optional"
            autoComplete="off"
            dir="auto"
            maxLength={1000}
            value={head.note}
            error={headErrors.note}
            onChange={(event) => adjustment.setHead({ note: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              adjustment.focus(rows[0]!.key)
            }}
          />
          <LocationSelect
            label="Where"
            name="locationId"
            value={head.locationId || undefined}
            error={headErrors.locationId}
            onChange={(locationId) => adjustment.setHead({ locationId })}
          />
        </SimpleGrid>
      </Stack>
      <LinesGrid
        label="Lines of the adjustment"
        rows={adjustment}
        columns={[
          { heading: 'Item', width: 'minmax(12rem, 1fr)' },
          { heading: 'Lot', width: '11rem' },
          { heading, width: '10rem' },
          { heading: 'On hand', width: '11rem' },
        ]}
      >
        {(line) => (
          <AdjustLineFields
            line={line}
            mode={head.mode}
            heading={heading}
            locationId={head.locationId || main}
            errors={adjustment.errorsOf(line.key)}
            onChange={(patch, clears) => adjustment.change(line.key, patch, clears)}
            onGoTo={(cell) => adjustment.focus(line.key, cell)}
            onEmptyEnter={adjustment.leaveLines}
          />
        )}
      </LinesGrid>
    </DocumentForm>
  )
}
