import { NativeSelect, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { adjustStock, type Output } from '#contract'
import { DocumentForm } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useDocumentForm } from '../document-form/use-document-form.ts'
import { LocationSelect, useStockLocations } from '../locations.tsx'
import { AdjustLineFields } from './adjust-line.tsx'
import {
  type AdjustHead,
  type AdjustLine,
  type AdjustMode,
  adjustmentOf,
  blankLine,
  lacksOf,
  quantityHeading,
  reasonOptions,
} from './adjust-lines.ts'

interface AdjustFormProps {
  mode: AdjustMode
  /** What to adjust, if that is known already. */
  first?: Pick<AdjustLine, 'item' | 'lot'> | undefined
  onDone: (adjustment: Output<typeof adjustStock>) => void
}

/** A count, or stock added and removed: the reason first, then the lines. */
export function AdjustForm({ mode, first, onDone }: AdjustFormProps) {
  const initial: AdjustHead = {
    mode,
    reason: mode === 'count' ? 'recount' : '',
    note: '',
    locationId: '',
  }
  const adjustment = useDocumentForm(adjustStock, {
    head: initial,
    blank: blankLine,
    first: first && { ...blankLine, ...first },
    check: lacksOf,
    input: adjustmentOf,
    onDone,
  })
  const { head, headField, rows } = adjustment
  const main = useStockLocations().find(({ isDefault }) => isDefault)?.id ?? ''
  const heading = quantityHeading(head)
  const reason = headField('reason')

  return (
    <DocumentForm
      state={adjustment}
      label="Adjustment"
      submit={head.mode === 'count' ? 'Record count' : 'Record adjustment'}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="Mode"
          w="fit-content"
          data={[
            { value: 'delta', label: 'Add or remove' },
            { value: 'count', label: 'Count' },
          ]}
          value={head.mode}
          onChange={(value) => {
            const mode = value as AdjustMode
            adjustment.changeHead({ mode, reason: head.reason || (mode === 'count' ? 'recount' : '') })
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <NativeSelect
            label="Reason"
            data-first
            data={[{ value: '', label: 'Choose a reason' }, ...reasonOptions]}
            {...reason}
            error={reason.error && 'Choose a reason'}
          />
          <TextInput
            label="Note"
            placeholder="Optional"
            autoComplete="off"
            dir="auto"
            maxLength={1000}
            {...headField('note')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              adjustment.focus(rows[0]!.key, nextCellOf(rows[0]!))
            }}
          />
          <LocationSelect label="Location" {...headField('locationId')} />
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
            onFill={(patch, clears) => adjustment.fill(line.key, patch, clears)}
            onGoTo={(cell) => adjustment.focus(line.key, cell)}
            onEmptyEnter={adjustment.leaveLines}
          />
        )}
      </LinesGrid>
    </DocumentForm>
  )
}

/** The first field of a line that is not filled in. */
const nextCellOf = ({ item, lot }: AdjustLine) =>
  item === null ? 'item' : item.lotTracking && lot === '' ? 'lot' : 'quantity'
