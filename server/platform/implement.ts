import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type Actor, type Media, type Operation, takesIdempotencyKey } from '#contract'
import type { Database, Reader, Transaction } from './database/database.ts'
import type { Stored } from './files/files.ts'
import type { PartOfFile } from './range.ts'
import type { Refusal } from './refusal.ts'

/** The input of every handler: an authenticated, validated call. */
export interface Call<O extends Operation = Operation> {
  actor: ActorOf<O>
  params: z.output<O['params']>
  query: z.output<O['query']>
  /** JSON, or the fields of the operation's `form` with a `file`: `'file' in body` distinguishes them. */
  body: z.output<O['body']> | FormBody<O['form']>
  /** The operation's format that the caller prefers. */
  format: string
  /** The Range header, for files that can be read in parts: see `partOf`. */
  range: string | undefined
  credentials: Credentials
  /** Aborted when the caller disconnects, within a second after the call would be refused, and when the node stops. */
  signal: AbortSignal
  /** Returns the refusal that the call would get now, or null. Ask before delivering what came later. */
  refusalNow(): Promise<Refusal | null>
}

/** The credentials of a request, where it came from, and what authentication does to its response. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
  userAgent: string | undefined
  /** The caller's network address, as trusted proxies report it; undefined once the connection is closed. */
  address: string | undefined
  setCookie(header: string): void
  /** Adds a header to the response. */
  setHeader(name: string, value: string): void
  /** Calls `listener` once the response is sent if it refuses the call; never if the caller disconnects before. */
  onRefusal(listener: (refused: RefusedCall) => void): void
}

/** A call that was answered with an error. */
export interface RefusedCall {
  requestId: string
  method: string
  /** The route's pattern, `/api/projects/{projectId}`, without what the caller sent; null for an unknown address. */
  route: string | null
  /** 400 or higher. */
  status: number
  /** Null if the answer is no problem of this API, such as one of the Model Context Protocol. */
  code: string | null
}

/** A response that is a file, of one of the operation's media types or formats. */
export interface File {
  type: string
  /** The name suggested for saving, with any characters. Without one, the browser may show the content. */
  filename?: string
  content: Readable | string
  /** Set for files that can be read in parts: the size of the whole file, and which part this is. */
  ofWhole?: { bytes: number; part: PartOfFile | null }
  /** The patients that it shows. Required if the contract states that the operation shows patients. */
  patients?: ShownPatients
}

/** The ids of patients, or the number of patients of whom `all` may be among them. */
export type ShownPatients = readonly string[] | { all: number }

type ActorOf<O extends Operation> = Operation extends O
  ? Actor | null
  : O['allow'] extends 'anyone'
    ? null
    : Actor

type FormBody<Form> = Form extends z.ZodObject ? z.output<Form> & { file: UploadedFile } : never

/** A file stored for the duration of a call, and removed after it unless it is kept. */
export interface StoredFile extends Stored {
  /**
   * Keeps the file if the transaction commits. Call it in the transaction that writes the row with its `key`.
   */
  keep(): void
}

export interface UploadedFile extends StoredFile {
  /** The last part of the sent path, 1 to 255 characters, without control characters. */
  filename: string
  /** As given by the sender, in lower case, without parameters. */
  mimeType: string
}

/** Runs before the transaction, for slow work such as writing a file. It runs again when a call is retried. */
export type Prepare<O extends Operation, Prepared> = (
  call: Call<O> & { store: (content: AsyncIterable<Buffer> | string) => Promise<StoredFile> },
) => Promise<Prepared>

/**
 * What a handler returns: the contract's result, an `Answer` with another status, or a file. A JSON operation with
 * further `formats` returns a file of the requested one.
 */
export type Result<O extends Operation> = O['result'] extends Media
  ? File
  : O['result'] extends z.ZodType
    ? z.input<O['result']> | Answer<z.input<O['result']>> | File
    : never

/**
 * A result with a status other than the operation's first, or one that is replaced after the commit.
 *
 * `afterCommit` runs after the transaction and returns the actual response, for callers that wait for something later
 * such as the end of a run. If the node dies before it is done, this answer is the one recorded for the caller's
 * Idempotency-Key. It may wait, and returns what there is when `signal` is aborted.
 */
export class Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly afterCommit: ((context: AfterCommit) => Promise<Answer<Body>>) | undefined

  constructor(status: number, body: Body, afterCommit?: (context: AfterCommit) => Promise<Answer<Body>>) {
    this.status = status
    this.body = body
    this.afterCommit = afterCommit
  }
}

export interface AfterCommit {
  db: Database
  signal: AbortSignal
}

/** An operation of the contract with its handler. */
export interface Implementation {
  operation: Operation
  /** What the handler gets: a reader, on a snapshot or not, a transaction, both, or the database itself. */
  access: 'read' | 'snapshot' | 'transaction' | 'recorded read' | 'database'
  prepare: ((call: never) => Promise<unknown>) | undefined
  /**
   * Refuses a user who cannot reach the record that a call is about. Runs before the handler, before a stored response is
   * given again, and while a call takes long.
   */
  reach?: (tx: Reader, userId: string, call: Pick<Call, 'params' | 'body'>) => Promise<void>
  perform(call: never): Promise<unknown>
}

type Handler<O extends Operation, Prepared> = (
  call: Call<O> & { tx: O['method'] extends 'GET' ? Reader : Transaction; prepared: Prepared },
) => Promise<Result<O>>

/**
 * Binds an operation to its handler. A GET handler gets a reader as `tx`. Any other gets a transaction that commits when
 * it returns and rolls back when it throws. `prepare` does slow work before the transaction; its result is the handler's
 * `prepared`.
 */
export function implement<O extends Operation>(operation: O, perform: Handler<O, undefined>): Implementation
export function implement<O extends Operation, Prepared>(
  operation: O,
  prepare: Prepare<O, Prepared>,
  perform: Handler<O, Prepared>,
): Implementation
export function implement(operation: Operation, ...steps: Implementation['perform'][]): Implementation {
  const [prepare, perform] = steps.length === 2 ? steps : [undefined, steps[0]]
  if (!perform) throw new Error(`${operation.id} has no handler`)
  if (operation.grants) throw new Error(`${operation.id} grants: use implementGranting`)
  return { operation, access: operation.method === 'GET' ? 'read' : 'transaction', prepare, perform }
}

/** Binds a GET operation to a handler whose statements all read one snapshot, because their results must agree. */
export const implementOnSnapshot = <O extends Operation & { method: 'GET' }>(
  operation: O,
  perform: (call: Call<O> & { tx: Reader }) => Promise<Result<O>>,
): Implementation => ({ operation, access: 'snapshot', prepare: undefined, perform })

/**
 * Binds a GET operation to a handler that records it, for exports. It gets a transaction `tx`, which commits before the first
 * byte is sent, and the `reader` for what it streams later.
 */
export const implementRecorded = <O extends Operation & { method: 'GET' }>(
  operation: O,
  perform: (call: Call<O> & { tx: Transaction; reader: Reader }) => Promise<Result<O>>,
): Implementation => ({ operation, access: 'recorded read', prepare: undefined, perform })

/**
 * Binds an operation to a handler that opens its own transactions, for work that no transaction may wait for, such as
 * hashing a password. These operations take no `Idempotency-Key`; unique constraints make them safe to retry.
 */
export function implementOutside<O extends Operation>(
  operation: O,
  perform: (call: Call<O> & { db: Database }) => Promise<Result<O>>,
): Implementation {
  if (takesIdempotencyKey(operation))
    throw new Error(`${operation.id} takes an Idempotency-Key in the contract`)
  return { operation, access: 'database', prepare: undefined, perform }
}
