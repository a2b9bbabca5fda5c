import { sql } from 'kysely'
import { record } from '#audit'
import { updateSecuritySettings } from '#contract'
import { implement, Refusal } from '#platform'
import { readSecuritySettings } from '#settings'
import type { LimitKeys } from '../keys.ts'
import { refuseWithPasswordAlone } from '../two-factor/required.ts'
import { settingsTarget } from './update.ts'

export const createUpdateSecurity = (limitKeys: LimitKeys) =>
  implement(updateSecuritySettings, async ({ tx, actor, body: { version, ...changes } }) => {
    const before = await readSecuritySettings(tx).forUpdate().executeTakeFirstOrThrow()
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const names = Object.keys(changes) as (keyof typeof changes)[]
    const different = names.filter((name) => changes[name] !== before[name])
    if (different.length === 0) return before
    if (different.includes('twoFactorRequired') && changes.twoFactorRequired)
      await refuseWithPasswordAlone(tx, actor.userId)

    const details = Object.fromEntries(different.map((name) => [name, changes[name] as never]))
    await tx
      .updateTable('settings')
      .set({ ...details, version: before.version + 1, updatedAt: sql<string>`now()` })
      .execute()
    if (different.includes('maxKeyLifetimeDays')) await limitKeys(tx)
    // A trigger ends sessions at their maximum age.
    if (different.includes('maxSessionDays'))
      await tx
        .updateTable('sessions')
        .set(({ ref }) => ({ expiresAt: ref('expiresAt') }))
        .execute()
    await record(tx, actor, 'settings.change', settingsTarget, details)
    return readSecuritySettings(tx).executeTakeFirstOrThrow()
  })
