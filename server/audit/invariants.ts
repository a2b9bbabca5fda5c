import { sql } from 'kysely'
import { auditActions } from '#contract'
import { type Invariant, noRow } from '#platform'
import { verifySeals } from './verify-seals.ts'

/** @param secret with which the server seals */
export const createAuditInvariants = (secret: string): Invariant[] => [
  {
    says: 'The seals of the audit log hold',
    async *check({ tx }) {
      for await (const { seal, entry, wrong, says } of verifySeals(tx, secret)) {
        const row = entry ? `audit_log ${entry.id}` : `audit_seals ${seal}`
        yield { row, what: entry ? `${wrong}: it ${says}` : says }
      }
    },
  },
  noRow(
    'The audit log tells of what is written there, and of nothing else',
    sql`select 'audit_log ' || id as row, action || ' is no such thing' as what from audit_log
      where action <> all (${[...auditActions]}::text[])`,
  ),
]
