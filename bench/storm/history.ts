import type { AuditEffect } from './checks/audit.ts'
import type { KeyOp } from './checks/keys.ts'
import type { Request } from './checks/linearize.ts'
import type { Walk } from './checks/lists.ts'
import type { MergeOp } from './checks/merges.ts'
import type { Numbered } from './checks/numbers.ts'
import type { Call, Mention } from './checks/observed.ts'
import type { PaymentOp } from './checks/payments.ts'
import { createRecords } from './checks/records.ts'
import type { StockOp } from './checks/stock.ts'
import type { UserOp } from './checks/users.ts'
import type { VersionOp } from './checks/versions.ts'

/** What clients requested, when, and what the responses said. */
export interface History {
  calls: Call[]
  stock: Record<string, Request<StockOp>[]>
  payments: Record<string, Request<PaymentOp>[]>
  versions: Record<string, Request<VersionOp>[]>
  keys: Record<string, Request<KeyOp>[]>
  users: Record<string, Request<UserOp>[]>
  merges: Record<string, Request<MergeOp>[]>
  /** Documents that got a number, or may have got one. */
  numbers: Numbered[]
  walks: Walk[]
  /** The pages that each reader of the tracker got by following its cursors to the end, in this order. */
  readers: Record<string, Mention[][]>
  audit: AuditEffect[]
  /** What the usage of keys was when a client read it. */
  usage: { keyId: string; calls: number }[]
  records: ReturnType<typeof createRecords>
}

export const newHistory = (): History => ({
  calls: [],
  stock: {},
  payments: {},
  versions: {},
  keys: {},
  users: {},
  merges: {},
  numbers: [],
  walks: [],
  readers: {},
  audit: [],
  usage: [],
  records: createRecords(),
})
