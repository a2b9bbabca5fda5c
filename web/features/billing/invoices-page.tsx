import { IconPlus } from '@tabler/icons-react'
import { listInvoices } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useFilters, useList } from '../../list.ts'
import { useToday } from '../../today.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'

export function InvoicesPage() {
  const filters = useFilters(listInvoices)
  const list = useList(listInvoices, filters.values)
  const today = useToday()

  return (
    <>
      <PageHeader
        title="Billing"
        description="Invoices to patients and to whoever pays for them, what was paid, and what is credited."
        action={
          <ButtonLink to="/billing/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New invoice
          </ButtonLink>
        }
      />
      <InvoiceFilters filters={filters} />
      <DataTable
        label="Invoices"
        list={list}
        columns={invoiceColumns(today)}
        filters={filters}
        isFaded={({ status }) => status === 'void'}
        empty={{
          title: 'No invoices yet',
          text: 'An invoice is written as a draft, and gets its number when it is issued.',
          action: (
            <ButtonLink variant="default" to="/billing/new">
              Write the first one
            </ButtonLink>
          ),
        }}
      />
    </>
  )
}
