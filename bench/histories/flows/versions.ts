import { createPatient, getPatient, updatePatient } from '#contract'
import { newId } from '#platform'
import { record, recordRead } from '../caller.ts'
import type { VersionHistory, VersionOp } from '../checks/versions.ts'
import type { Client, Part } from '../client.ts'

interface Edited {
  id: string
  history: VersionHistory
  /** The version in the last response. */
  seen: number
}

/** So that requests overlap. */
const inUse = 1
const mostRequests = 300

/** Edits of a few patients at the version that was last seen. */
export function versionsPart(): Part {
  const records: Edited[] = []

  async function any({ caller, dice, history, key }: Client): Promise<Edited> {
    const old = records.findIndex(({ history }) => history.requests.length > mostRequests)
    if (old >= 0) records.splice(old, 1)
    if (records.length < inUse) {
      const value = newId()
      const { id, version } = await caller.certainly(createPatient, { familyName: value }, key)
      const ofRecord = { initial: { version, value }, requests: [] }
      history.versions[id] = ofRecord
      records.push({ id, history: ofRecord, seen: version })
    }
    return dice.pick(records)
  }

  async function write(client: Client): Promise<void> {
    const edited = await any(client)
    const [value, version] = [newId(), edited.seen]
    const body = { patientId: edited.id, familyName: value, version }
    const called = await client.caller.call(updatePatient, body, client.key, ['stale_version'])
    record(edited.history.requests, called, (response): VersionOp => {
      if (response?.kind === 'done') edited.seen = response.result.version
      const after = !response ? null : response.kind === 'done' ? response.result.version : ('stale' as const)
      return { kind: 'write', version, value, after }
    })
    if (called.response?.kind !== 'done') await read(client, edited)
  }

  async function read({ caller, key }: Client, edited: Edited, ask = caller.once): Promise<void> {
    const response = await ask(getPatient, { patientId: edited.id }, key)
    recordRead(edited.history.requests, response, (response): VersionOp | null => {
      if (response.kind !== 'done') return null
      const { version, familyName } = response.result
      edited.seen = version
      return { kind: 'read', version, value: familyName ?? '' }
    })
  }

  return {
    flows: [
      [3, write],
      [1, async (client) => read(client, await any(client))],
    ],
    async finish(client) {
      for (const edited of records) await read(client, edited, client.caller.persist)
    },
  }
}
