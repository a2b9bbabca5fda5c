import type { Final } from './observed.ts'

/** A change that the audit log records. It is uncertain if its response is unknown. */
export interface AuditEffect {
  action: string
  target: string
  certain: boolean
}

/** Checks that each change has exactly one entry, that nothing else has any, and that keys with an entry are revoked. */
export function checkAudit(
  effects: AuditEffect[],
  { audit, revokedKeys }: Pick<Final, 'audit' | 'revokedKeys'>,
): string[] {
  const eventOf = ({ action, target }: { action: string; target: string }) => `${action} of ${target}`
  const found = Map.groupBy(audit, eventOf)
  const made = Map.groupBy(effects, eventOf)
  const wrong: string[] = []
  for (const name of new Set([...found.keys(), ...made.keys()])) {
    const count = found.get(name)?.length ?? 0
    const own = made.get(name) ?? []
    const least = own.filter(({ certain }) => certain).length
    if (count < least || count > own.length)
      wrong.push(
        `${name} has ${count} entries for ${least === own.length ? least : `${least} to ${own.length}`}`,
      )
  }
  const entered = new Set(
    audit.filter(({ action }) => action === 'api_key.revoke').map(({ target }) => target),
  )
  const revoked = new Set(revokedKeys)
  for (const key of revoked.difference(entered)) wrong.push(`key ${key} is revoked without an entry`)
  for (const key of entered.difference(revoked)) wrong.push(`key ${key} has an entry and works`)
  return wrong
}
