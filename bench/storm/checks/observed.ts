import type { ErrorCode } from '#contract'
import type { Timed } from './linearize.ts'

/** A response, and when it was waited for. */
export type Answer<Result> = Timed & ({ kind: 'done'; result: Result } | { kind: 'refused'; code: ErrorCode })

/** What a call led to. */
export interface Called<Result> {
  /** Null if there is none. */
  answer: Answer<Result> | null
  /** When a change was sent that has no response and may still take effect once; null if there is none. */
  lost: number | null
}

/** A request as a client sent it once. */
export interface Call extends Timed {
  operation: string
  input: string
  /** `done`, or why it was refused; null if no response of its own arrived: it can have taken effect, also after a 503. */
  outcome: 'done' | ErrorCode | null
  /** Whether the request deserves the refusal. */
  isDeserved: boolean
  idempotencyKey: string | undefined
  /** The response to a request with an `Idempotency-Key`. */
  body: string
  /** The API key it was made with. */
  keyId: string | undefined
  /** The life of the node that it was sent to. */
  life: Life
  requestId: string | null
}

/** A node from its start to its end. */
export interface Life {
  isKilled: boolean
}

/** What is in the database in the end. */
export interface Final {
  /** By kind, how often each mark was found. */
  records: Record<string, Map<string, number>>
  /** All numbers of invoices and credit notes, with the text that only the document has. */
  numbers: { mark: string; number: string }[]
  /** The audit log's entries of the actions that the history contains. */
  audit: { action: string; target: string }[]
  revokedKeys: string[]
  usage: { keyId: string; calls: number; lastUsedAt: number }[]
  /** The mentions of the tracker that clients follow, and its project's sources that are ready. */
  mentions: (Mention & { sourceId: string })[]
  ready: string[]
}

export interface Mention {
  id: string
  seq: number
}
