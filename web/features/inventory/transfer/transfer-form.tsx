import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Location, type Output, transferStock } from '#contract'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { DocumentForm, onEnter } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useStockForm } from '../document-form/use-stock-form.ts'
import { useStockLocations } from '../locations.tsx'
import { TransferLineFields } from './transfer-line.tsx'
import { blankLine, type TransferHead, transferOf } from './transfer-lines.ts'

interface TransferFormProps {
  onDone: (transfer: Output<typeof transferStock>) => void
}

/** A transfer between two locations. With a single location, there is nowhere to move stock to. */
export function TransferForm({ onDone }: TransferFormProps) {
  const locations = useStockLocations()
  if (locations.length === 0) return null
  if (locations.length === 1)
    return (
      <EmptyState
        title="Only one location"
        text="Create a second location, such as Pharmacy or Ward 3, to move stock to."
        action={
          <ButtonLink to="/inventory" search={{ dialog: 'location' }}>
            New location
          </ButtonLink>
        }
      />
    )
  return <Transfer locations={locations} onDone={onDone} />
}

function Transfer({ locations, onDone }: TransferFormProps & { locations: Location[] }) {
  const head: TransferHead = {
    from: locations.find(({ isDefault }) => isDefault)?.id ?? '',
    to: '',
    note: '',
  }
  const { form, lines, leaveLines } = useStockForm(transferStock, {
    head,
    blank: blankLine,
    input: transferOf,
    onDone,
  })
  const { from } = form.values
  const options = locations.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <DocumentForm form={form} label="Transfer" submit="Transfer stock">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <NativeSelect label="From" data-first data={options} {...form.field('from')} />
        <NativeSelect
          label="To"
          data={[{ value: '', label: 'Choose a location' }, ...options.filter(({ value }) => value !== from)]}
          {...form.field('to')}
          error={form.errors.to && 'Choose another location'}
        />
        <TextInput
          label="Note"
          placeholder="Optional"
          autoComplete="off"
          dir="auto"
          maxLength={1000}
          {...form.field('note')}
          onKeyDown={onEnter(() => lines.focus(0))}
        />
      </SimpleGrid>
      <Text c="dimmed">Leave the lot empty to move the stock that expires first.</Text>
      <LinesGrid
        label="Lines of the transfer"
        form={form}
        lines={lines}
        columns={[
          { heading: 'Item', width: 'minmax(12rem, 1fr)' },
          { heading: 'Lot', width: '11rem' },
          { heading: 'Quantity', width: '10rem' },
          { heading: 'On hand', width: '8rem' },
        ]}
      >
        {(row) => (
          <TransferLineFields
            row={row}
            from={from}
            onGoTo={(cell) => lines.focus(row.at, cell)}
            onEmptyEnter={leaveLines}
          />
        )}
      </LinesGrid>
    </DocumentForm>
  )
}
