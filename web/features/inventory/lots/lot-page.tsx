import { Alert, Button, Text, Textarea } from '@mantine/core'
import { IconDownload, IconLock, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  adjustStock,
  exportRecall,
  type Lot,
  type Output,
  quarantineLot,
  recallLot,
  releaseLot,
} from '#contract'
import { useAction } from '../../../api.ts'
import { formatQuantity } from '../../../components/amounts.ts'
import { type Column, column, nameColumn, numberColumn } from '../../../components/columns.tsx'
import { confirm } from '../../../components/confirm.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { calendarDate, localDay } from '../../../components/format.ts'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { Loaded, PageHeader, Section } from '../../../components/page.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { useInfiniteList, useLoadedPages } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { useToday } from '../../../today.ts'
import { LotStates, Quantity } from '../level-columns.tsx'
import { reasonName } from '../reasons.ts'
import { recipientColumns } from './recipient-columns.tsx'

const route = getRouteApi('/shell/inventory/lots/$lotId')

type Recall = Output<typeof recallLot>

/** Where a lot went: what the clinic needs when a manufacturer recalls it. */
export default function LotPage() {
  const { lotId } = route.useParams()
  const { call, list, print } = useRecall(lotId)
  return (
    <Loaded call={call} heading="Lot" what="The lot could not be loaded">
      {(recall) => (
        <>
          <LotHeader lot={recall.lot} print={print} />
          <LotFacts recall={recall} />
          <Section title="Patients who received it">
            <DataTable
              label="Patients who received it"
              list={list}
              idOf={({ patient }) => patient.id}
              columns={recipientColumns(recall.lot.unit)}
              empty={{
                title: 'No patient has any',
                text: 'Invoices for this lot are listed here, unless everything was put back into stock.',
              }}
            />
          </Section>
          <Section title="What remains">
            <DataTable
              label="What remains"
              list={recall.remaining}
              idOf={({ locationId }) => locationId}
              columns={remainingColumns(recall.lot)}
              empty={{ title: 'None on hand', text: 'No location has stock of this lot.' }}
            />
          </Section>
          <Section title="Consumed, lost and other adjustments">
            <DataTable
              label="Adjustments"
              list={recall.adjusted}
              idOf={({ reason }) => reason}
              columns={adjustedColumns(recall.lot)}
              empty={{ title: 'No adjustments', text: 'None was consumed, lost or corrected.' }}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function LotHeader({ lot, print }: { lot: Lot; print: () => void }) {
  const today = useToday()
  const may = useMay()
  const quarantining = useDialog('quarantine')
  const { mutateAsync: release } = useAction(releaseLot, { also: [recallLot] })
  const { id: lotId, lot: name, quarantine } = lot
  const askToRelease = () =>
    confirm({
      title: `Release lot ${name}?`,
      consequences: `It was quarantined because: ${quarantine?.reason}. After the release, it can be sold and used again.`,
      confirm: 'Release lot',
      destroys: false,
      act: () => release({ lotId }),
      done: `Lot ${name} is released`,
    })
  return (
    <>
      <PageHeader
        title={`Lot ${name}`}
        back={{ to: '/inventory/lots', label: 'Lots' }}
        badge={<LotStates expiresOn={lot.expiresOn} isQuarantined={quarantine !== null} today={today} />}
        action={
          <>
            <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
              Print
            </Button>
            <Button
              component="a"
              href={exportRecall.path.replace(':lotId', lotId)}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              CSV
            </Button>
            {may(adjustStock) && (
              <ButtonLink to="/inventory/adjust" search={{ itemId: lot.itemId, lot: name }}>
                Adjust
              </ButtonLink>
            )}
            {quarantine
              ? may(releaseLot) && <Button onClick={askToRelease}>Release…</Button>
              : may(quarantineLot) && (
                  <Button variant="filled" onClick={quarantining.open}>
                    Quarantine…
                  </Button>
                )}
          </>
        }
      />
      {quarantine && (
        <Alert
          variant="light"
          color="red"
          mb="lg"
          icon={<IconLock size={18} aria-hidden />}
          title="In quarantine: nothing can be taken from this lot"
        >
          <bdi>{quarantine.reason}</bdi>. Recorded by <bdi>{quarantine.by.name}</bdi> on{' '}
          {calendarDate(localDay(quarantine.at))}.
        </Alert>
      )}
      <FormDialog dialog={quarantining} title={`Quarantine lot ${name}`}>
        <QuarantineForm lot={lot} onClose={quarantining.close} />
      </FormDialog>
    </>
  )
}

function LotFacts({ recall: { lot, received, sold } }: { recall: Recall }) {
  const { itemId, sku, itemName, unit, expiresOn, onHand } = lot
  return (
    <Facts
      facts={[
        { name: 'With patients', large: true, value: <Quantity of={sold} unit={unit} /> },
        { name: 'On hand', value: <Quantity of={onHand} unit={unit} /> },
        { name: 'Received', value: <Quantity of={received} unit={unit} /> },
        { name: 'Expires', value: expiresOn ? calendarDate(expiresOn) : null },
        {
          name: 'Item',
          value: <RecordLink to="item" id={itemId} name={itemName} />,
        },
        {
          name: 'SKU',
          value: <bdi>{sku}</bdi>,
        },
        {
          name: 'Ledger',
          value: (
            <TextLink to="/inventory/movements" search={{ itemId, lot: lot.lot }}>
              All movements
            </TextLink>
          ),
        },
      ]}
    />
  )
}

const remainingColumns = ({ unit }: Lot): Column<Recall['remaining'][number]>[] => [
  nameColumn('Location', {}, ({ locationName }) => locationName),
  numberColumn('On hand', { width: '10rem' }, ({ onHand }) => <Quantity of={onHand} unit={unit} />),
]

const adjustedColumns = ({ itemId, lot }: Lot): Column<Recall['adjusted'][number]>[] => [
  column('Reason', {}, ({ reason }) => (
    <TextLink to="/inventory/movements" search={{ itemId, lot, reason: reason as never }}>
      {reasonName(reason)}
    </TextLink>
  )),
  numberColumn(
    'Quantity',
    { width: '10rem' },
    ({ quantity }) => (quantity.startsWith('-') ? '' : '+') + formatQuantity(quantity),
  ),
]

function QuarantineForm({ lot: { id: lotId, lot }, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useOperationForm(quarantineLot, {
    initial: { reason: '' },
    input: ({ reason }) => ({ lotId, reason }),
    also: [recallLot],
    onDone: () => {
      onClose()
      notifyDone(`Lot ${lot} is in quarantine`)
    },
  })
  return (
    <OperationForm form={form} submit="Quarantine lot" onCancel={onClose}>
      <Text>It stays in stock, but nobody can sell, use, move or remove it until it is released.</Text>
      <Textarea
        label="Reason"
        description="Such as the reference of the manufacturer’s notice."
        data-autofocus
        autosize
        minRows={2}
        dir="auto"
        {...form.field('reason')}
      />
    </OperationForm>
  )
}

/** Loads a recall and its recipients page by page. Printing loads all of them first. */
function useRecall(lotId: string) {
  const query = useInfiniteList(recallLot, { lotId, limit: 100 })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const [isPrinting, setPrinting] = useState(false)

  useEffect(() => {
    if (!isPrinting || isFetching) return
    if (hasNextPage && !isError) return void fetchNextPage()
    setPrinting(false)
    // An incomplete list must not be printed.
    if (!isError) requestAnimationFrame(() => window.print())
  }, [isPrinting, isFetching, isError, hasNextPage, fetchNextPage])

  const list = useLoadedPages(query)
  const call = { ...query, data: list.first } as unknown as UseQueryResult<Recall>
  return { call, list, print: () => setPrinting(true) }
}
