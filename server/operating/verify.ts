import { sql } from 'kysely'
import { apiKeyInvariants } from '#api-keys'
import { createAuditInvariants } from '#audit'
import { type Database, onSnapshot, unguarded } from '#database'
import type { Files } from '#files'
import { identityInvariants } from '#identity'
import { createInsightsInvariants, type InsightsThoroughness } from '#insights'
import {
  type Invariant,
  idempotencyInvariants,
  jobInvariants,
  type Secrets,
  type Snapshot,
  schemaInvariants,
  type Violation,
} from '#platform'
import { providerInvariants } from '#provider'

/** A violated invariant. */
export interface Finding {
  rule: string
  count: number
  /** The first of them. */
  first: Violation[]
}

const shownAtMost = 20

/** Lists the invariants of all modules. */
export const allInvariants = (
  { files, secrets }: { files: Files; secrets: Secrets },
  how: InsightsThoroughness,
): Invariant[] => [
  ...schemaInvariants,
  ...identityInvariants,
  ...apiKeyInvariants,
  ...createAuditInvariants(secrets),
  ...providerInvariants,
  ...createInsightsInvariants(files, how),
  ...idempotencyInvariants,
  ...jobInvariants,
]

/**
 * Checks all invariants on one snapshot of the database, while it stays in use.
 * @param before called before each invariant is checked
 */
export function verify(
  db: Database,
  invariants: Invariant[],
  before?: (invariant: Invariant, n: number) => void,
): Promise<Finding[]> {
  return onSnapshot(db.reader, async (tx) => {
    // Some checks take minutes if there are millions of rows.
    await sql`select set_config(name, '0', true) from unnest(array[
        'statement_timeout', 'idle_in_transaction_session_timeout']) name`.execute(tx)
    return verifyIn(
      {
        tx,
        // The embedded database has one connection, so nothing can change meanwhile.
        atPresent: (ask) => (db.kind === 'embedded' ? ask(tx) : unguarded(() => ask(db.reader))),
      },
      invariants,
      before,
    )
  })
}

/** Checks all invariants within a transaction. */
export async function verifyIn(
  snapshot: Snapshot,
  invariants: Invariant[],
  before: (invariant: Invariant, n: number) => void = () => {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [n, invariant] of invariants.entries()) {
    before(invariant, n)
    const finding: Finding = { rule: invariant.rule, count: 0, first: [] }
    for await (const broken of invariant.check(snapshot)) {
      finding.count++
      if (finding.first.length < shownAtMost) finding.first.push(broken)
    }
    if (finding.count > 0) findings.push(finding)
  }
  return findings
}
