import * as api from '#contract'
import { record } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { VersionOp } from '../checks/versions.ts'
import { type Client, createPool, type Part } from '../client.ts'
import { Shelf } from '../dice.ts'
import { givenNames } from './words.ts'

interface Edited {
  id: string
  requests: Request<VersionOp>[]
  /** The version in the last response. */
  seen: number
}

/** Patients, their edits at the version that was last seen, and flags of different patients. */
export function patientsPart(): Part {
  const flags = new Shelf<string>()
  const edited = createPool(1, async ({ certainly, history, newMark }): Promise<Edited> => {
    const value = newMark('edited')
    const { id, version } = await certainly(api.createPatient, { familyName: value })
    const op = { kind: 'create', after: { shown: { version, value } } } as const
    const requests: Edited['requests'] = [{ op, certain: true, invoked: 0, returned: performance.now() }]
    history.versions[id] = requests
    return { id, requests, seen: version }
  })

  async function add({ change, dice, known, newMark }: Client): Promise<string | undefined> {
    const familyName = newMark('patient')
    const identifiers = [{ system: 'clinic', value: String(dice.below(500)) }]
    const birthDate = `19${10 + dice.below(80)}-0${1 + dice.below(9)}-1${dice.below(10)}`
    const body = { givenName: dice.pick(givenNames), familyName, birthDate, identifiers }
    const added = await change('done', 'patient', familyName, api.createPatient, body)
    if (added) known('patientId').put(added.id)
    return added?.id
  }

  async function write(client: Client): Promise<void> {
    const patient = await edited.any(client)
    const [value, version] = [client.newMark('edit'), patient.seen]
    const body = { patientId: patient.id, familyName: value, version }
    const called = await client.call(api.updatePatient, body, undefined, ['stale_version'])
    const versionOf = (result: { version: number }) => {
      patient.seen = result.version
      return result.version
    }
    record(patient.requests, called, versionOf, (after) => ({ kind: 'write', version, value, after }))
    if (called.answer?.kind !== 'done') await read(client, patient)
  }

  async function read({ call }: Client, patient: Edited): Promise<void> {
    const called = await call(api.getPatient, { patientId: patient.id }, undefined, [])
    const shown = ({ version, familyName }: api.Output<typeof api.getPatient>) => {
      patient.seen = version
      return { version, value: familyName ?? '' }
    }
    record(patient.requests, called, shown, (after) => ({ kind: 'read', after }))
  }

  async function flag(client: Client): Promise<void> {
    const [one, other] = [await add(client), await add(client)]
    if (!one || !other) return
    const called = await client.call(api.markNotDuplicates, { patientIds: [one, other] })
    if (called.answer?.kind !== 'done') return
    const { id } = called.answer.result
    client.history.records.note('flag', id, 'done', called)
    const pair = { sourceId: one, targetId: other }
    if (await client.result(api.mergePatients, pair))
      throw new Error('Patients flagged as different were merged')
    // Only now may other clients remove it.
    flags.put(id)
  }

  async function unflag({ change, dice }: Client): Promise<void> {
    const notDuplicatesId = flags.take(dice)
    if (notDuplicatesId)
      await change('removed', 'flag', notDuplicatesId, api.unmarkNotDuplicates, { notDuplicatesId })
  }

  return {
    flows: [
      [2, add],
      [4, write],
      [1, async (client) => read(client, await edited.any(client))],
      [0.5, flag],
      [0.3, unflag],
      [0.1, ({ call }) => call(api.searchDuplicates, {})],
    ],
    async finish(client) {
      for (const patient of edited.all) await read(client, patient)
    },
  }
}
