import * as api from '#contract'
import { record } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { MergeOp } from '../checks/merges.ts'
import { type Client, createPool, type Part } from '../client.ts'

interface Group {
  patients: { id: string; invoiceId: string }[]
  merges: { merge: string; source: string; target: string; reason: string }[]
  requests: Request<MergeOp>[]
}

const size = 3

/** Merges and undos in small groups of patients, each of whom has an invoice in draft. */
export function mergesPart(): Part {
  const groups = createPool(1, addGroup)

  async function merge(client: Client): Promise<void> {
    const { call, dice, history, known, newMark } = client
    const { patients, merges, requests } = await groups.any(client)
    const [source = '', target = ''] = dice.shuffled(patients).map(({ id }) => id)
    const [body, reason] = [{ sourceId: source, targetId: target }, newMark('merge')]
    if (dice.chance(0.2)) await call(api.mergePatients, { ...body, preview: true })
    const called = await call(api.mergePatients, { ...body, reason }, undefined, ['patient_merged'])
    history.records.note('merge', reason, 'done', called)
    const remember = ({ id }: { id: string | null }) => {
      if (id) merges.push({ merge: id, source, target, reason })
      if (id) known('mergeId').put(id)
      return id ?? ''
    }
    record(requests, called, remember, (after) => ({ kind: 'merge', source, target, after }))
  }

  async function undo(client: Client): Promise<void> {
    const { merges, requests } = await groups.any(client)
    if (merges.length === 0) return
    const { reason, ...chosen } = client.dice.pick(merges.slice(-4))
    const expected = ['merge_undone', 'undo_blocked'] as const
    const called = await client.call(api.undoMerge, { mergeId: chosen.merge }, undefined, expected)
    client.history.records.note('merge', reason, 'removed', called)
    record(requests, called, Boolean, (after) => ({ kind: 'undo', ...chosen, after }))
  }

  async function read({ call, dice }: Client, { patients, requests }: Group): Promise<void> {
    const { id: patient, invoiceId } = dice.pick(patients)
    if (dice.chance(0.5)) {
      const called = await call(api.getPatient, { patientId: patient }, undefined, [])
      const into = ({ mergedInto }: { mergedInto: string | null }) => mergedInto
      record(requests, called, into, (after) => ({ kind: 'readPatient', patient, after }))
    } else {
      const called = await call(api.getInvoice, { invoiceId }, undefined, [])
      const owner = ({ patientId }: { patientId: string | null }) => patientId!
      record(requests, called, owner, (after) => ({ kind: 'readInvoice', patient, after }))
    }
  }

  return {
    flows: [
      [2, merge],
      [2, undo],
      [2, async (client) => read(client, await groups.any(client))],
    ],
    async finish(client) {
      for (const group of groups.all) for (let n = 0; n < 2 * size; n++) await read(client, group)
    },
  }
}

async function addGroup({ certainly, history, newMark }: Client): Promise<Group> {
  const group: Group = { patients: [], merges: [], requests: [] }
  for (let n = 0; n < size; n++) {
    const { id } = await certainly(api.createPatient, { familyName: newMark('merging') })
    const lines = [{ description: 'Treatment', quantity: 1, unitPrice: 50 }]
    const note = newMark('draft')
    const invoice = await certainly(api.createInvoice, { patientId: id, note, draft: true, lines })
    group.patients.push({ id, invoiceId: invoice.id ?? '' })
  }
  history.merges[group.patients[0]!.id] = group.requests
  return group
}
