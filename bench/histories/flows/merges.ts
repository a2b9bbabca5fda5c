import { createInvoice, createPatient, getInvoice, getPatient, mergePatients, undoMerge } from '#contract'
import { newId } from '#platform'
import { record, recordRead } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { MergeOp } from '../checks/merges.ts'
import type { Client, Part } from '../client.ts'

interface Group {
  patients: { id: string; invoiceId: string }[]
  merges: { merge: string; source: string; target: string }[]
  requests: Request<MergeOp>[]
}

const size = 3
/** So that requests overlap. */
const inUse = 1
const [mostRequests, mostLost] = [120, 6]

/** Merges and undos in small groups of patients, each of whom has an invoice in draft. */
export function mergesPart(): Part {
  const groups: Group[] = []

  async function any(client: Client): Promise<Group> {
    const old = groups.findIndex(
      ({ requests }) =>
        requests.length > mostRequests || requests.filter(({ certain }) => !certain).length > mostLost,
    )
    if (old >= 0) groups.splice(old, 1)
    if (groups.length < inUse) groups.push(await addGroup(client))
    return client.dice.pick(groups)
  }

  async function merge(client: Client): Promise<void> {
    const { patients, merges, requests } = await any(client)
    const [source = '', target = ''] = client.dice.shuffled(patients).map(({ id }) => id)
    const body = { sourceId: source, targetId: target }
    const called = await client.caller.call(mergePatients, body, client.key, ['patient_merged'])
    record(requests, called, (response): MergeOp => {
      if (response?.kind === 'refused') return { kind: 'merge', source, target, merge: 'merged' }
      const id = response?.result.id ?? null
      if (id) merges.push({ merge: id, source, target })
      return { kind: 'merge', source, target, merge: id }
    })
  }

  async function undo(client: Client): Promise<void> {
    const { merges, requests } = await any(client)
    if (merges.length === 0) return
    const chosen = client.dice.pick(merges.slice(-4))
    const expected = ['merge_undone', 'undo_blocked'] as const
    const called = await client.caller.call(undoMerge, { mergeId: chosen.merge }, client.key, expected)
    record(requests, called, (response): MergeOp => {
      const refusal =
        response?.kind === 'refused' && (response.code === 'merge_undone' ? 'already' : 'blocked')
      return { kind: 'undo', ...chosen, after: response ? refusal || 'undone' : null }
    })
  }

  async function read(
    { caller, dice, key }: Client,
    { patients, requests }: Group,
    ask = caller.once,
  ): Promise<void> {
    const { id: patient, invoiceId } = dice.pick(patients)
    if (dice.chance(0.5)) {
      const response = await ask(getPatient, { patientId: patient }, key)
      recordRead(requests, response, (response): MergeOp | null =>
        response.kind === 'done'
          ? { kind: 'readPatient', patient, mergedInto: response.result.mergedInto }
          : null,
      )
    } else {
      const response = await ask(getInvoice, { invoiceId }, key)
      recordRead(requests, response, (response): MergeOp | null =>
        response.kind === 'done' ? { kind: 'readInvoice', patient, owner: response.result.patientId } : null,
      )
    }
  }

  return {
    flows: [
      [2, merge],
      [2, undo],
      [2, async (client) => read(client, await any(client))],
    ],
    async finish(client) {
      for (const group of groups)
        for (let n = 0; n < 2 * size; n++) await read(client, group, client.caller.persist)
    },
  }
}

async function addGroup({ caller, history, key }: Client): Promise<Group> {
  const group: Group = { patients: [], merges: [], requests: [] }
  for (let n = 0; n < size; n++) {
    const { id } = await caller.certainly(createPatient, { familyName: newId() }, key)
    const lines = [{ description: 'Treatment', quantity: 1, unitPrice: 50 }]
    const invoice = await caller.certainly(createInvoice, { patientId: id, draft: true, lines }, key)
    group.patients.push({ id, invoiceId: invoice.id ?? '' })
  }
  history.merges[newId()] = group.requests
  return group
}
