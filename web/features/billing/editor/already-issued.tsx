// Separate because it is shown only if a draft was issued meanwhile, so it is loaded then.
import type { Invoice } from '#contract'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { titleOf } from '../invoice-title.ts'

export default function AlreadyIssued({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <PageHeader title={titleOf(invoice)} back={{ to: '/billing', label: 'Billing' }} />
      <EmptyState
        title="Issued invoices can’t be edited"
        text="Create a credit note to correct one."
        action={
          <ButtonLink to="/billing/$invoiceId" params={{ invoiceId: invoice.id }}>
            Open invoice
          </ButtonLink>
        }
      />
    </>
  )
}
