import { getRouteApi } from '@tanstack/react-router'
import { getSettings } from '#contract'
import { useCall } from '../../api.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { newInvoice } from './editor-values.ts'
import { InvoiceEditor } from './invoice-editor.tsx'

const route = getRouteApi('/shell/billing/new')

/** `?patient=` names who it is for. */
export function NewInvoicePage() {
  const { patient } = route.useSearch()
  return (
    <>
      <PageHeader title="New invoice" back={{ to: '/billing', label: 'Billing' }} />
      <Loaded call={useCall(getSettings)} what="The settings could not be loaded">
        {(settings) => <InvoiceEditor settings={settings} initial={newInvoice(settings, patient ?? null)} />}
      </Loaded>
    </>
  )
}
