import { getRouteApi } from '@tanstack/react-router'
import { getInvoice, getPatient, getSettings, type Invoice, type Patient } from '#contract'
import { useCall } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { valuesOf } from './editor-values.ts'
import { InvoiceEditor } from './invoice-editor.tsx'
import { titleOf } from './statuses.ts'

const route = getRouteApi('/shell/billing/$invoiceId/edit')

export function EditInvoicePage() {
  const { invoiceId } = route.useParams()
  const call = useCall(getInvoice, { invoiceId })
  return (
    <Loaded call={call} heading="Edit draft" what="The invoice could not be loaded">
      {(invoice) =>
        invoice.status === 'draft' ? (
          <EditDraft key={invoice.id} draft={invoice} />
        ) : (
          <Frozen invoice={invoice} />
        )
      }
    </Loaded>
  )
}

function EditDraft({ draft }: { draft: Invoice }) {
  const settings = useCall(getSettings)
  const patient = useCall(getPatient, { patientId: draft.patientId })
  return (
    <>
      <PageHeader title="Edit draft" back={{ to: '/billing', label: 'Billing' }} />
      <Loaded call={settings} what="The settings could not be loaded">
        {(settings) => (
          <Loaded call={patient} what="The patient could not be loaded">
            {(patient) => (
              <InvoiceEditor
                settings={settings}
                initial={valuesOf(draft, isOfSomebodyElse(draft, patient))}
                draft={draft}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** A draft is billed to the patient as the record has it now; whatever differs was said of a payer. */
function isOfSomebodyElse({ billTo }: Invoice, { address, email }: Patient): boolean {
  const own = { name: billTo.patientName, ...address, email, taxId: null }
  return Object.entries(own).some(([field, value]) => billTo[field as keyof typeof own] !== value)
}

/** Whoever comes to edit what has been issued meanwhile. */
function Frozen({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <PageHeader title={titleOf(invoice)} back={{ to: '/billing', label: 'Billing' }} />
      <EmptyState
        title="It is issued, and frozen"
        text="What an issued invoice says cannot be changed. A credit note mends mistakes."
        action={
          <ButtonLink variant="default" to="/billing/$invoiceId" params={{ invoiceId: invoice.id }}>
            See the invoice
          </ButtonLink>
        }
      />
    </>
  )
}
