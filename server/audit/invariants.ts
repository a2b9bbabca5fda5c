import { sql } from 'kysely'
import { auditActions } from '#contract'
import { type Invariant, noRow, type Secrets } from '#platform'
import { verifySeals } from './verify-seals.ts'

/** @param secrets the server's, which sign the seals */
export const createAuditInvariants = (secrets: Secrets): Invariant[] => [
  {
    rule: 'The seals of the audit log are valid',
    async *check({ tx }) {
      for await (const { seal, entry, wrong, what } of verifySeals(tx, secrets)) {
        const row = entry ? `audit_log ${entry.id}` : `audit_seals ${seal}`
        yield { row, what: entry ? `${wrong}: it ${what}` : what }
      }
    },
  },
  noRow(
    'Every audit entry has a known action',
    sql`select 'audit_log ' || id as row, action || ' is not a known action' as what from audit_log
      where action <> all (${[...auditActions]}::text[])`,
  ),
]
