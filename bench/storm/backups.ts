import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Backup, createBackup, listBackups } from '#contract'
import { restoreAndVerify } from '../back-up.ts'
import { checkRecords, countRecords } from './checks/records.ts'
import type { Client } from './client.ts'
import type { RequestedBackup } from './flows/operators.ts'
import type { Installation } from './installation.ts'

/** How many of the newest backups are restored. */
const restored = 3

/** Requests a backup of the running installation, once none is running. */
export async function backUpNow({ call, history, nodes, people }: Client): Promise<RequestedBackup> {
  for (;;) {
    const existing = history.records.existing()
    const owner = { ...people[0]!, node: nodes[0]! }
    const { answer } = await call(createBackup, {}, owner, ['backup_running'])
    if (answer?.kind === 'done') return { id: answer.result.id, existing }
    await wait(500)
  }
}

/**
 * Restores the newest backups, verifies the restored installations, and looks for what was certainly there when each was
 * requested. The last one has to succeed: it was made while nothing was disturbed.
 */
export async function restoreBackups(
  { folder, backups: to }: Installation,
  { certainly, history, people }: Client,
  requested: RequestedBackup[],
): Promise<string[]> {
  let listed: Backup[] = []
  do {
    await wait(500)
    listed = (await certainly(listBackups, { limit: 200 }, people[0]!)).data
  } while (listed.some(({ finishedAt }) => finishedAt === null))
  const wrong: string[] = []
  const succeeded = requested.filter(({ id }) =>
    listed.some((backup) => backup.id === id && backup.status === 'succeeded'),
  )
  if (succeeded.at(-1) !== requested.at(-1)) wrong.push(`A backup failed: ${JSON.stringify(listed[0])}`)
  for (const { id, existing } of succeeded.slice(-restored)) {
    const { name = '' } = listed.find((backup) => backup.id === id)!
    // What was removed or may have been removed meanwhile is not expected.
    const kept = history.records.existing()
    for (const [kind, marks] of Object.entries(existing))
      for (const mark of marks.keys()) if (!kept[kind as keyof typeof kept].has(mark)) marks.delete(mark)
    const lost = await restoreAndVerify(join(to, name ?? ''), join(folder, `restored-${id}`), async (pool) =>
      checkRecords(existing, await countRecords(pool)),
    )
    wrong.push(...lost.map((one) => `backup ${name}: ${one}`))
  }
  return wrong
}
