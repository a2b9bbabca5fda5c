import { Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getInvoice, type Invoice } from '#contract'
import { useCall } from '../../api.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useToday } from '../../today.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { CreditNotes, Payments, StockMovements } from './invoice-history.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { InvoiceWords } from './invoice-words.tsx'
import { titleOf } from './statuses.ts'

const route = getRouteApi('/shell/billing/$invoiceId')

export function InvoicePage() {
  const { invoiceId } = route.useParams()
  const call = useCall(getInvoice, { invoiceId })
  return (
    <Loaded call={call} heading="Invoice" what="The invoice could not be loaded">
      {(invoice) => <InvoiceDetails key={invoice.id} invoice={invoice} />}
    </Loaded>
  )
}

function InvoiceDetails({ invoice }: { invoice: Invoice }) {
  const today = useToday()
  const { payments, creditNotes, movements } = invoice
  return (
    <>
      <PageHeader
        title={titleOf(invoice)}
        back={{ to: '/billing', label: 'Billing' }}
        badge={<InvoiceState invoice={invoice} today={today} />}
        description={<InvoiceWords invoice={invoice} today={today} />}
        action={<InvoiceActions invoice={invoice} />}
      />
      <InvoiceSheet invoice={invoice} />
      {payments.length > 0 && (
        <Section title="Payments">
          <Payments invoice={invoice} />
        </Section>
      )}
      {creditNotes.length > 0 && (
        <Section title="Credit notes">
          <CreditNotes invoice={invoice} />
        </Section>
      )}
      {movements.length > 0 && (
        <Section title="Stock">
          <StockMovements invoice={invoice} />
        </Section>
      )}
      <Text size="xs" c="dimmed" mt="xl">
        Made by <bdi>{invoice.createdBy.name}</bdi>
      </Text>
    </>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" gap="xs" mt={32}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}
