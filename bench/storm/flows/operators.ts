import * as api from '#contract'
import type { Client, Part } from '../client.ts'

/** A backup that was requested, and what was certainly there at that time. */
export interface RequestedBackup {
  id: string
  existing: ReturnType<Client['history']['records']['existing']>
}

/** What owners do besides users and keys. The first node makes the backups. */
export function operatorsPart(backups: RequestedBackup[]): Part {
  let areSettingsInUse = false

  async function backUp(client: Client): Promise<void> {
    const { call, history, nodes, people } = client
    const existing = history.records.existing()
    const owner = { ...people[0]!, node: nodes[0]! }
    const { answer } = await call(api.createBackup, {}, owner, ['backup_running'])
    if (answer?.kind === 'done') backups.push({ id: answer.result.id, existing })
  }

  async function renameOrganisation({ call, history, newMark }: Client): Promise<void> {
    if (areSettingsInUse) return
    areSettingsInUse = true
    const organisationName = newMark('clinic')
    const called = await call(api.updateSettings, { organisationName }, undefined, [])
    history.records.set('settings.organisation_name', null, organisationName, called)
    areSettingsInUse = false
  }

  return {
    flows: [
      [0.05, backUp],
      [0.3, renameOrganisation],
      [
        0.2,
        ({ call, dice }) => call(api.updateSecuritySettings, { maxSessionDays: dice.pick([20, 25, 30]) }),
      ],
    ],
  }
}
