import { setTimeout as wait } from 'node:timers/promises'
import {
  createInvoice,
  createPatient,
  createProject,
  createSource,
  createTracker,
  deleteSource,
  deleteTracker,
  getInvoicePdf,
  getMe,
  getSource,
  listPatients,
  startRun,
} from '#contract'
import { pdf } from '../../engines/extraction/testing/pdf.ts'
import { backUp, finished, ownerOf } from '../back-up.ts'
import { phrases, Speech } from '../insights/texts.ts'
import type { Installation } from '../installation.ts'

const fileBytes = 20_000_000

/** Calls for so long, and returns what was done. */
export async function mixedLoad(desk: Installation, durationMs: number): Promise<string> {
  const { client } = desk
  const end = Date.now() + durationMs
  const done = { calls: 0, uploads: 0, pdfs: 0, trackers: 0, runs: 0, backups: 0 }
  await finished(await ownerOf(desk))
  const { id: projectId } = await client.call(createProject, { name: 'Load' })
  const { id: patientId } = await client.call(createPatient, { givenName: 'Ada', familyName: 'Lovelace' })
  const line = { description: 'Treatment', quantity: 1, unitPrice: '40', taxRate: '19' }
  const speech = new Speech(3)

  async function call(): Promise<void> {
    await client.call(getMe)
    await client.call(listPatients, { q: 'Lovelace' })
    done.calls += 2
  }
  async function upload(): Promise<void> {
    const isPdf = done.uploads % 4 === 3
    const content = isPdf
      ? new Uint8Array(pdf(Array.from({ length: 100 }, () => speech.text(2_000, 10))))
      : speech.text(fileBytes, 10).slice(0, fileBytes)
    const file = new File([content], `${done.uploads}.${isPdf ? 'pdf' : 'txt'}`)
    const { id: sourceId } = await client.call(createSource, { projectId, file })
    let source = await client.call(getSource, { sourceId })
    for (; source.status !== 'ready'; source = await client.call(getSource, { sourceId })) {
      if (source.status === 'failed') throw new Error(source.error!.message)
      await wait(200)
    }
    await client.call(deleteSource, { sourceId })
    done.uploads++
  }
  async function invoice(): Promise<void> {
    const { id } = await client.call(createInvoice, { patientId, lines: [line], draft: true })
    await client.call(getInvoicePdf, { invoiceId: id! })
    done.pdfs++
  }
  async function track(): Promise<void> {
    const searched = [{ text: phrases[done.trackers % phrases.length]!, match: 'stem' as const }]
    const { id: trackerId } = await client.call(createTracker, {
      projectId,
      name: `T${done.trackers}`,
      phrases: searched,
    })
    await client.call(deleteTracker, { trackerId })
    done.trackers++
  }
  async function run(): Promise<void> {
    await client.call(startRun, { name: 'summarize', projectId, wait: 60 })
    done.runs++
  }
  async function backup(): Promise<void> {
    const next = wait(60_000)
    // A backup needs a session that has just begun.
    await backUp(await ownerOf(desk))
    done.backups++
    await next
  }
  const repeat = async (work: () => Promise<void>) => {
    while (Date.now() < end) await work()
  }
  await Promise.all([call, call, call, call, upload, invoice, track, run, backup].map(repeat))
  return Object.entries(done)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
