// A page of each route, with the records that it needs.
import type { Client } from '#client'
import {
  createApiKey,
  createCreditNote,
  createImport,
  createInvitation,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  getImport,
  getPatient,
  mergePatients,
  receiveStock,
} from '#contract'
import { until } from '#testing'
import { createResearch } from './research.ts'

export const signInPage = '/sign-in'

/** The pages that need no session. */
export const outside = [
  signInPage,
  '/sign-in/callback',
  '/forgot-password',
  '/reset-password/$token',
  '/confirm-email/$token',
  '/invitations/$token',
  '/api/docs',
]

/** Creates a record for each route, one after the other, as pages list them, and returns the path that each has with them. */
export async function createPaths(client: Client): Promise<Map<string, string>> {
  const { projectId, sourceId, trackerId, runId } = await createResearch(client)
  const createLovelace = (givenName: string) =>
    client.call(createPatient, { givenName, familyName: 'Lovelace', birthDate: '1985-12-10' })
  const { id: patientId } = await createLovelace('Ada')
  const { id: otherId } = await createLovelace('Adah')
  await client.call(getPatient, { patientId: otherId })
  const { id: mergedId } = await createLovelace('Edda')
  const { id: mergeId } = await client.call(mergePatients, { sourceId: mergedId, targetId: patientId })
  const { id: itemId } = await client.call(createItem, { sku: 'BAND-6', name: 'Bandage', unit: 'piece' })
  const lotted = { sku: 'AMOX-500', name: 'Amoxicillin', unit: 'capsule', lotTracking: true }
  const { id: lottedId } = await client.call(createItem, lotted)
  await client.call(createLocation, { name: 'Ward' })
  const receive = (deliveryNote: string, line: { itemId: string; lot?: string }) =>
    client.call(receiveStock, { supplier: 'Medline', deliveryNote, lines: [{ quantity: '5', ...line }] })
  await receive('1', { itemId })
  const { receiptId, levels } = await receive('2', { itemId: lottedId, lot: 'A' })
  const lotId = levels[0]?.lotId
  const lines = [{ description: 'Visit', quantity: '1', unitPrice: '80' }]
  const { id: invoiceId } = await client.call(createInvoice, { patientId, lines })
  const credit = { invoiceId: invoiceId!, amount: '1', reason: 'Goodwill' }
  const { creditNotes } = await client.call(createCreditNote, credit)
  const { id: draftId } = await client.call(createInvoice, { patientId, lines, draft: true })
  const { id: keyId } = await client.call(createApiKey, { name: 'Nightly export' })
  const clinic = new File(['id,family name\n1,Imported\n'], 'clinic.csv')
  const { id: importId } = await client.call(createImport, { kind: 'patients', file: clinic, dryRun: true })
  await until(
    () => client.call(getImport, { importId }),
    ({ finishedAt }) => finishedAt !== null,
  )
  const { url = '' } = await client.call(createInvitation, { email: 'grace@aerie.test', role: 'member' })

  const withParameters = {
    '/reset-password/$token': '/reset-password/unknown',
    '/confirm-email/$token': '/confirm-email/unknown',
    '/invitations/$token': new URL(url).pathname,
    '/projects/$projectId/sources': `/projects/${projectId}/sources`,
    '/projects/$projectId/search': `/projects/${projectId}/search?q=price`,
    '/projects/$projectId/trackers': `/projects/${projectId}/trackers`,
    '/projects/$projectId/trackers/new': `/projects/${projectId}/trackers/new`,
    '/projects/$projectId/trackers/compare': `/projects/${projectId}/trackers/compare`,
    '/projects/$projectId/skills': `/projects/${projectId}/skills`,
    '/projects/$projectId': `/projects/${projectId}`,
    '/projects/$projectId/trackers/$trackerId': `/projects/${projectId}/trackers/${trackerId}`,
    '/projects/$projectId/trackers/$trackerId/edit': `/projects/${projectId}/trackers/${trackerId}/edit`,
    '/projects/$projectId/runs/$runId': `/projects/${projectId}/runs/${runId}`,
    '/projects/$projectId/sources/$sourceId': `/projects/${projectId}/sources/${sourceId}`,
    '/patients/$patientId': `/patients/${patientId}`,
    '/patients/$patientId/statement': `/patients/${patientId}/statement`,
    '/patients/$patientId/privacy': `/patients/${patientId}/privacy`,
    '/patients/merge': `/patients/merge?sourceId=${otherId}&targetId=${patientId}`,
    '/patients/merges/$mergeId': `/patients/merges/${mergeId}`,
    '/inventory/items/$itemId': `/inventory/items/${itemId}`,
    '/inventory/lots/$lotId': `/inventory/lots/${lotId}`,
    '/inventory/documents/$documentId': `/inventory/documents/${receiptId}`,
    '/billing/$invoiceId': `/billing/${invoiceId}`,
    '/billing/$invoiceId/edit': `/billing/${draftId}/edit`,
    '/billing/credit-notes/$creditNoteId': `/billing/credit-notes/${creditNotes[0]?.id}`,
    // Reads of one moment are listed at random: of this patient, there is one.
    '/settings/access-log': `/settings/access-log?patientId=${otherId}`,
    '/settings/api-keys/$keyId': `/settings/api-keys/${keyId}`,
    '/settings/imports/$importId': `/settings/imports/${importId}`,
  }
  const plain = [
    signInPage,
    '/sign-in/callback',
    '/forgot-password',
    '/',
    '/projects',
    '/skills',
    '/patients',
    '/patients/merges',
    '/patients/duplicates',
    '/inventory',
    '/inventory/receive',
    '/inventory/adjust',
    '/inventory/transfer',
    '/inventory/movements',
    '/inventory/lots',
    '/inventory/valuation',
    '/inventory/used',
    '/billing',
    '/billing/new',
    '/billing/payments',
    '/billing/credit-notes',
    '/settings/account',
    '/settings/api-keys',
    '/settings/api-keys/everyone',
    '/settings/members',
    '/settings/audit-log',
    '/settings/backups',
    '/settings/imports',
    '/settings/imports/new',
    '/settings/security',
    '/settings/organisation',
    '/api/docs',
  ]
  return new Map([...plain.map((path) => [path, path] as const), ...Object.entries(withParameters)])
}
