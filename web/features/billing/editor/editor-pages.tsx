import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { getInvoice, getPatient, getSettings, type Invoice, type Patient } from '#contract'
import { own } from '#rules/own'
import { useCall } from '../../../api.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { InvoiceEditor } from './invoice-editor.tsx'
import { newInvoice, valuesOf } from './values.ts'

/** Shown if the draft has been issued in the meantime. */
const AlreadyIssued = lazyPart(() => import('./already-issued.tsx'))

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
          <Suspense>
            <AlreadyIssued invoice={invoice} />
          </Suspense>
        )
      }
    </Loaded>
  )
}

function EditDraft({ draft }: { draft: Invoice }) {
  const settings = useCall(getSettings)
  const patient = useCall(getPatient, { patientId: draft.patientId! })
  return (
    <>
      <PageHeader title="Edit draft" back={{ to: '/billing', label: 'Billing' }} />
      <Loaded call={settings} what="The settings could not be loaded">
        {(settings) => (
          <Loaded call={patient} what="The patient could not be loaded">
            {(patient) => (
              <InvoiceEditor
                settings={settings}
                initial={valuesOf(draft, hasPayer(draft, patient))}
                draft={draft}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** Whether a draft has a payer: a draft without one is billed to the patient's current name and address. */
function hasPayer({ billTo }: Invoice, { address, email }: Patient): boolean {
  const current = { name: billTo.patientName, ...address, email, electronicAddress: null, taxId: null }
  return Object.entries(current).some(([field, value]) => own(billTo, field) !== value)
}

const newRoute = getRouteApi('/shell/billing/new')

/** `?patient=` preselects the patient. */
export function NewInvoicePage() {
  const { patient } = newRoute.useSearch()
  return (
    <>
      <PageHeader title="New invoice" back={{ to: '/billing', label: 'Billing' }} />
      <Loaded call={useCall(getSettings)} what="The settings could not be loaded">
        {(settings) => <InvoiceEditor settings={settings} initial={newInvoice(settings, patient ?? null)} />}
      </Loaded>
    </>
  )
}
