import { checkAudit } from './checks/audit.ts'
import { checkReplays, checkResponses } from './checks/calls.ts'
import { keyModel } from './checks/keys.ts'
import { checkRequests } from './checks/linearize.ts'
import { checkLists } from './checks/lists.ts'
import { checkMentions } from './checks/mentions.ts'
import { mergeModel } from './checks/merges.ts'
import { checkNumbers } from './checks/numbers.ts'
import type { Final } from './checks/observed.ts'
import { paymentModel } from './checks/payments.ts'
import { checkRecords } from './checks/records.ts'
import { stockModel } from './checks/stock.ts'
import { checkUsage } from './checks/usage.ts'
import { userModel } from './checks/users.ts'
import { versionModel } from './checks/versions.ts'
import type { History } from './history.ts'

/** By check, how many requests it had, and a sentence for each violation. */
export type Verdict = Record<string, { requests: number; violations: string[] }>

/** Runs every check over its part of a history, and what is in the database in the end. */
export function check(history: History, final: Final) {
  const { stock, payments, versions, keys, users, merges, calls, numbers, walks, readers, audit } = history
  const { states } = history.records
  const total = (parts: Record<string, { length: number } | { size: number }>): number =>
    Object.values(parts).reduce((sum, part) => sum + ('size' in part ? part.size : part.length), 0)
  const of = (requests: number, violations: string[]) => ({ requests, violations })
  return {
    stock: of(total(stock), checkRequests(stockModel, stock)),
    payments: of(total(payments), checkRequests(paymentModel, payments)),
    versions: of(total(versions), checkRequests(versionModel, versions)),
    keys: of(total(keys), checkRequests(keyModel, keys)),
    users: of(total(users), checkRequests(userModel, users)),
    merges: of(total(merges), checkRequests(mergeModel, merges)),
    numbers: of(numbers.length, checkNumbers(numbers, final)),
    lists: of(walks.length, checkLists(walks)),
    mentions: of(total(readers), checkMentions(readers, final)),
    usage: of(history.usage.length, checkUsage(history, final)),
    records: of(total(states), checkRecords(states, final.records)),
    audit: of(audit.length, checkAudit(audit, final)),
    replays: of(calls.filter(({ idempotencyKey }) => idempotencyKey).length, checkReplays(calls)),
    responses: of(calls.length, checkResponses(calls)),
    backups: of(0, []),
  } satisfies Verdict
}
