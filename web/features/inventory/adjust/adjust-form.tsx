import { NativeSelect, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { adjustStock, type Output } from '#contract'
import { DocumentForm, onEnter } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useStockForm } from '../document-form/use-stock-form.ts'
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
  const { form, lines, leaveLines } = useStockForm(adjustStock, {
    head: initial,
    blank: blankLine,
    first: first && { ...blankLine, ...first },
    check: lacksOf,
    input: adjustmentOf,
    onDone,
  })
  const main = useStockLocations().find(({ isDefault }) => isDefault)?.id ?? ''
  const { values } = form
  const heading = quantityHeading(values)

  return (
    <DocumentForm
      form={form}
      label="Adjustment"
      submit={values.mode === 'count' ? 'Record count' : 'Record adjustment'}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="Mode"
          w="fit-content"
          data={[
            { value: 'delta', label: 'Add or remove' },
            { value: 'count', label: 'Count' },
          ]}
          value={values.mode}
          onChange={(value) => {
            const mode = value as AdjustMode
            form.setValue('mode', mode)
            if (mode === 'count' && !values.reason) form.setValue('reason', 'recount')
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <NativeSelect
            label="Reason"
            data-first
            data={[{ value: '', label: 'Choose a reason' }, ...reasonOptions]}
            {...form.field('reason')}
            error={form.errors.reason && 'Choose a reason'}
          />
          <TextInput
            label="Note"
            placeholder="Optional"
            autoComplete="off"
            dir="auto"
            maxLength={1000}
            {...form.field('note')}
            onKeyDown={onEnter(() => lines.focus(0, nextCellOf(values.lines[0]!)))}
          />
          <LocationSelect label="Location" {...form.field('locationId')} />
        </SimpleGrid>
      </Stack>
      <LinesGrid
        label="Lines of the adjustment"
        form={form}
        lines={lines}
        columns={[
          { heading: 'Item', width: 'minmax(12rem, 1fr)' },
          { heading: 'Lot', width: '11rem' },
          { heading, width: '10rem' },
          { heading: 'On hand', width: '11rem' },
        ]}
      >
        {(row) => (
          <AdjustLineFields
            row={row}
            mode={values.mode}
            heading={heading}
            locationId={values.locationId || main}
            onGoTo={(cell) => lines.focus(row.at, cell)}
            onEmptyEnter={leaveLines}
          />
        )}
      </LinesGrid>
    </DocumentForm>
  )
}

/** The first field of a line that is not filled in. */
const nextCellOf = ({ item, lot }: AdjustLine) =>
  item === null ? 'item' : item.lotTracking && lot === '' ? 'lot' : 'quantity'
