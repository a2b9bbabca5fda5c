import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Location, type Output, transferStock } from '#contract'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { DocumentForm } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useDocumentForm } from '../document-form/use-document-form.ts'
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
  const transfer = useDocumentForm(transferStock, {
    head,
    blank: blankLine,
    check: () => ({}),
    input: transferOf,
    onDone,
  })
  const { from } = transfer.head
  const to = transfer.headField('to')
  const options = locations.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <DocumentForm state={transfer} label="Transfer" submit="Transfer stock">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <NativeSelect label="From" data-first data={options} {...transfer.headField('from')} />
        <NativeSelect
          label="To"
          data={[{ value: '', label: 'Choose a location' }, ...options.filter(({ value }) => value !== from)]}
          {...to}
          error={to.error && 'Choose another location'}
        />
        <TextInput
          label="Note"
          placeholder="Optional"
          autoComplete="off"
          dir="auto"
          maxLength={1000}
          {...transfer.headField('note')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            transfer.focus(transfer.rows[0]!.key)
          }}
        />
      </SimpleGrid>
      <Text c="dimmed">Leave the lot empty to move the stock that expires first.</Text>
      <LinesGrid
        label="Lines of the transfer"
        rows={transfer}
        columns={[
          { heading: 'Item', width: 'minmax(12rem, 1fr)' },
          { heading: 'Lot', width: '11rem' },
          { heading: 'Quantity', width: '10rem' },
          { heading: 'On hand', width: '8rem' },
        ]}
      >
        {(line) => (
          <TransferLineFields
            line={line}
            from={from}
            errors={transfer.errorsOf(line.key)}
            onChange={(patch, clears) => transfer.change(line.key, patch, clears)}
            onGoTo={(cell) => transfer.focus(line.key, cell)}
            onEmptyEnter={transfer.leaveLines}
          />
        )}
      </LinesGrid>
    </DocumentForm>
  )
}
