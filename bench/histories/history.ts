import { type AuditHistory, checkAudit } from './checks/audit.ts'
import { type CursorHistory, checkCursors } from './checks/cursors.ts'
import { checkInvoices, type InvoiceHistory } from './checks/invoices.ts'
import { checkKeys, type KeyOp } from './checks/keys.ts'
import type { Request } from './checks/linearize.ts'
import { checkMerges, type MergeOp } from './checks/merges.ts'
import { checkReplays, type Replay } from './checks/replays.ts'
import { checkResponses, type Unexpected } from './checks/responses.ts'
import { checkStock, type StockOp } from './checks/stock.ts'
import { checkUsers, type UserOp } from './checks/users.ts'
import { checkVersions, type VersionHistory } from './checks/versions.ts'

/** What clients requested, when, and what the responses said; with what was listed in the end. */
export interface History {
  /** By item. */
  stock: Record<string, Request<StockOp>[]>
  invoices: InvoiceHistory
  /** By record. */
  versions: Record<string, VersionHistory>
  /** By API key. */
  keys: Record<string, Request<KeyOp>[]>
  /** By user. */
  users: Record<string, Request<UserOp>[]>
  cursors: CursorHistory
  /** By group of patients. */
  merges: Record<string, Request<MergeOp>[]>
  replays: Replay[]
  audit: AuditHistory
  responses: Unexpected[]
}

export const newHistory = (): History => ({
  stock: {},
  invoices: { issues: [], listed: [] },
  versions: {},
  keys: {},
  users: {},
  cursors: { readers: {}, listed: [], ready: [] },
  merges: {},
  replays: [],
  audit: { effects: [], entries: [], revoked: { before: [], after: [] } },
  responses: [],
})

/** By check, how many requests it had, and a sentence for each violation. */
export type Verdict = Record<keyof History, { requests: number; violations: string[] }>

const total = (parts: Record<string, unknown[]>): number =>
  Object.values(parts).reduce((sum, { length }) => sum + length, 0)

/** Runs every check over its part of a history. */
export function check(history: History): Verdict {
  const { stock, invoices, versions, keys, users, cursors, merges, replays, audit, responses } = history
  const written = Object.values(versions).reduce((sum, { requests }) => sum + requests.length, 0)
  return {
    stock: { requests: total(stock), violations: checkStock(stock) },
    invoices: { requests: invoices.issues.length, violations: checkInvoices(invoices) },
    versions: { requests: written, violations: checkVersions(versions) },
    keys: { requests: total(keys), violations: checkKeys(keys) },
    users: { requests: total(users), violations: checkUsers(users) },
    cursors: { requests: total(cursors.readers), violations: checkCursors(cursors) },
    merges: { requests: total(merges), violations: checkMerges(merges) },
    replays: { requests: replays.length, violations: checkReplays(replays) },
    audit: { requests: audit.effects.length, violations: checkAudit(audit) },
    responses: { requests: responses.length, violations: checkResponses(responses) },
  }
}
