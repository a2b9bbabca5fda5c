import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '#client'
import {
  createApiKey,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  createProject,
  createTracker,
  listLots,
  receiveStock,
  revokeApiKey,
  setUp,
  signIn,
  startRun,
  updateSettings,
} from '#contract'

export const interviews = {
  'ada.txt': 'Ada said that the price is too high.\n\nShe would pay for good support, and stay for years.\n',
  'grace hopper.vtt':
    'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Grace>The price is fair for what it does.\n',
}

/** What e-invoices require. */
const letterhead = {
  line: 'Parkstraße 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  contactName: 'Front desk',
  phone: '030 123456',
  email: 'desk@practice.example',
  taxId: 'DE123456789',
  iban: 'DE89370400440532013000',
}

const owner = { email: 'ada@aerie.test', password: 'correct horse battery staple' }

/** Becomes the owner of a new server, and signs in. */
export async function becomeOwner(url: string): Promise<Client> {
  const headers = { origin: url, cookie: '' }
  const client = createClient({
    baseUrl: url,
    headers,
    async fetch(...request) {
      const response = await fetch(...request)
      const cookies = response.headers.getSetCookie().map((set) => set.split(';')[0])
      if (cookies.length > 0) headers.cookie = cookies.join('; ')
      return response
    },
  })
  await client.call(setUp, { name: 'Ada Lovelace', ...owner })
  await client.call(signIn, owner)
  return client
}

/** What the documents take to be there: files in `folder`, and in the environment a key and ids. */
export async function prepare(client: Client, folder: string): Promise<Record<string, string>> {
  await mkdir(join(folder, 'interviews'))
  for (const [name, text] of Object.entries(interviews))
    await writeFile(join(folder, 'interviews', name), text)
  await writeFile(join(folder, 'clinic.csv'), 'Patient no.,Surname,Born\n7001,Hoffmeister,1951-03-08\n')
  await writeFile(join(folder, 'interview.txt'), 'Alan said that the price was too steep for a school.')

  const key = await client.call(createApiKey, { name: 'nightly' })
  const old = await client.call(createApiKey, { name: 'before' })
  await client.call(revokeApiKey, { keyId: old.id })
  const { id: projectId } = await client.call(createProject, { name: 'Interviews' })
  const tracker = await client.call(createTracker, { projectId, name: 'Price', phrases: [{ text: 'price' }] })
  const run = await client.call(startRun, { name: 'themes', projectId })
  const names = { givenName: 'Grace', familyName: 'Hopper' }
  const [patient, duplicate] = [
    await client.call(createPatient, names),
    await client.call(createPatient, names),
  ]
  const lines = [{ description: 'Consultation', quantity: 1, unitPrice: '68.33' }]
  await client.call(updateSettings, { organisationName: 'Practice', letterhead })
  const invoice = await client.call(createInvoice, {
    patientId: patient.id,
    lines,
    buyerReference: '991-01484-64',
    payer: { name: 'Health Fund', postalCode: '53111', city: 'Bonn', electronicAddress: '0204:991-01484-64' },
  })
  await client.call(createItem, {
    sku: 'AMOX-500',
    name: 'Amoxicillin',
    unit: 'capsule',
    expiryTracking: true,
    lotTracking: true,
  })
  await client.call(receiveStock, {
    supplier: 'Medline',
    deliveryNote: 'DN-1041',
    lines: [{ sku: 'AMOX-500', quantity: 60, lot: 'B7730', expiresOn: '2999-12-31' }],
  })
  const ward = await client.call(createLocation, { name: 'Ward' })
  const [lot] = (await client.call(listLots, { lot: 'B7730' })).data
  return {
    AERIE_API_KEY: key.token,
    AERIE_EMAIL: owner.email,
    AERIE_PASSWORD: owner.password,
    OLD_API_KEY: old.token,
    PROJECT: projectId,
    TRACKER: tracker.id,
    RUN: run.id,
    PATIENT: patient.id,
    DUPLICATE: duplicate.id,
    INVOICE: invoice.id ?? '',
    LOT: lot?.id ?? '',
    LOCATION: '00000000-0000-7000-8000-000000000001',
    WARD: ward.id,
  }
}
