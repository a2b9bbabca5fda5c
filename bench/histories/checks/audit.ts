/** A change that the audit log records. It is uncertain if its response is unknown. */
export interface Effect {
  action: string
  target: string
  certain: boolean
}

export interface AuditHistory {
  effects: Effect[]
  /** The entries of these actions, as listed in the end. */
  entries: { action: string; target: string }[]
  /** Keys that were revoked before and after the entries were listed: a lost request can still arrive. */
  revoked: { before: string[]; after: string[] }
}

/** Checks that each change has exactly one entry, and that nothing else has any. */
export function checkAudit({ effects, entries, revoked }: AuditHistory): string[] {
  const eventOf = ({ action, target }: { action: string; target: string }) => `${action} of ${target}`
  const found = Map.groupBy(entries, eventOf)
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
    entries.filter(({ action }) => action === 'api_key.revoke').map(({ target }) => target),
  )
  for (const key of revoked.before)
    if (!entered.has(key)) wrong.push(`key ${key} is revoked without an entry`)
  for (const key of entered.difference(new Set(revoked.after)))
    wrong.push(`key ${key} has an entry and works`)
  return wrong
}
