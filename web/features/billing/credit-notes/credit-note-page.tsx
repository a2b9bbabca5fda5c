import { Box, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { requestOf } from '#client'
import { type CreditNoteDocument, getCreditNote, getCreditNotePdf, getCreditNoteUbl } from '#contract'
import { useAction, useCall } from '../../../api.ts'
import { formatQuantity } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, numberColumn } from '../../../components/columns.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { calendarDate } from '../../../components/format.ts'
import { moneyColumn } from '../../../components/money.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { BilledTo } from '../billed-to.tsx'
import { DownloadMenu } from '../downloads/download-menu.tsx'
import classes from '../invoice/invoice-sheet.module.css'
import { taxOfLine } from '../taxes.ts'
import { Totals } from '../totals.tsx'

const route = getRouteApi('/shell/billing/credit-notes/$creditNoteId')

export default function CreditNotePage() {
  const { creditNoteId } = route.useParams()
  const call = useCall(getCreditNote, { creditNoteId })
  return (
    <Loaded call={call} heading="Credit note" what="The credit note could not be loaded">
      {(note) => <CreditNoteDetails note={note} />}
    </Loaded>
  )
}

function CreditNoteDetails({ note }: { note: CreditNoteDocument }) {
  const { number, reason, issueDate, billTo, patientId, invoiceId, invoiceNumber, taxMode } = note
  return (
    <>
      <PageHeader
        title={`Credit note ${number}`}
        back={{ to: '/billing/credit-notes', label: 'Credit notes' }}
        description={
          <>
            Reason:{' '}
            <Text span inherit dir="auto">
              “{reason}”
            </Text>
          </>
        }
        action={<CreditNoteDownloads note={note} />}
      />
      <Facts
        facts={[
          { name: 'Date', value: calendarDate(issueDate) },
          {
            name: 'Invoice',
            value: <RecordLink to="invoice" id={invoiceId} name={invoiceNumber} />,
          },
          {
            name: 'Patient',
            value: <RecordLink to="patient" id={patientId} name={billTo.patientName || 'Without a name'} />,
          },
          { name: 'Prices', value: taxMode === 'inclusive' ? 'Including tax' : 'Excluding tax' },
        ]}
      />
      <BilledTo billTo={billTo} />
      <DataTable label="Lines" list={note.lines} idOf={({ lineId }) => lineId} columns={lineColumns(note)} />
      <div className={classes.below}>
        <Box flex="1 1 16rem" maw="22rem" ml="auto">
          <Totals document={note} />
        </Box>
      </div>
      <Caption mt="xl">
        Issued by <bdi>{note.issuedBy.name}</bdi>
      </Caption>
    </>
  )
}

type Line = CreditNoteDocument['lines'][number]

const lineColumns = ({ currency, taxMode }: CreditNoteDocument): Column<Line>[] => [
  column('Description', {}, ({ description, code }) => (
    <>
      <span dir="auto">{description}</span>
      {code && <Caption>{code}</Caption>}
    </>
  )),
  numberColumn('Quantity', { width: '6rem' }, ({ quantity }) => (quantity ? formatQuantity(quantity) : null)),
  numberColumn('Tax', { width: '8rem' }, taxOfLine),
  moneyColumn(taxMode === 'inclusive' ? 'Including tax' : 'Amount', { width: '8rem' }, ({ net, gross }) => [
    taxMode === 'inclusive' ? gross : net,
    currency,
  ]),
]

/** The files of a credit note. */
function CreditNoteDownloads({ note: { id: creditNoteId, number } }: { note: CreditNoteDocument }) {
  const [pdf, ubl] = [useAction(getCreditNotePdf), useAction(getCreditNoteUbl)]
  return (
    <DownloadMenu
      number={number}
      pdf={requestOf(getCreditNotePdf, { creditNoteId }).url}
      fetchFile={(profile) =>
        profile === 'zugferd'
          ? pdf.mutateAsync({ creditNoteId, profile })
          : ubl.mutateAsync({ creditNoteId, profile })
      }
      adviceOn={() => <Text c="dimmed">A credit note has these fields from its invoice.</Text>}
    />
  )
}
