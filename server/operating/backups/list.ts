import { listBackups } from '#contract'
import { implement, readPage } from '#platform'
import { backupsIn, timeZoneOf } from './schedule/backup-rows.ts'
import { nextDue } from './schedule/times.ts'

/** @param plan null if backups are not configured */
export const createList = (plan: { at: string; keep: number } | null) =>
  implement(listBackups, async ({ tx, query: { limit, cursor } }) => {
    const page = await readPage(backupsIn(tx), 'backups.id', { limit, cursor })
    if (!plan) return { ...page, schedule: null }
    const { at, keep } = plan
    const timeZone = await timeZoneOf(tx)
    const nextAt = new Date(nextDue({ at, timeZone }, Date.now())).toISOString()
    return { ...page, schedule: { at, timeZone, keep, nextAt } }
  })
