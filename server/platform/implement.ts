import type { z } from 'zod'
import { type Actor, type Media, type Operation, takesIdempotencyKey } from '#contract'
import type { Database, Reader, Transaction } from './database/database.ts'
import type { Stored } from './files.ts'
import type { File } from './http/file.ts'
import type { Credentials } from './http/recognise.ts'

/** What every handler is called with. */
export interface Call<O extends Operation> {
  actor: O['allow'] extends 'anyone' ? null : Actor
  params: z.output<O['params']>
  query: z.output<O['query']>
  /** JSON, or where the operation has a `form` its fields with a `file`: `'file' in body` tells which. */
  body: z.output<O['body']> | FormBody<O['form']>
  /** Which of the operation's formats the caller likes best. */
  format: string
  credentials: Credentials
  /** Aborted when the caller has gone, and when the node stops: what waits for something then ends. */
  signal: AbortSignal
}

type FormBody<Form> = Form extends z.ZodObject ? z.output<Form> & { file: UploadedFile } : never

/** A file that is in the store for the time of a call, and goes with it unless it is kept. */
export interface StoredFile extends Stored {
  /**
   * Keeps the file if the transaction commits; to be said in the transaction, by the handler that writes the row which
   * refers to its `key`.
   */
  keep(): void
}

export interface UploadedFile extends StoredFile {
  /** The last part of the path that was sent, at most 255 characters, without control characters; never empty. */
  filename: string
  /** As the sender says, in lower case, without parameters. */
  mimeType: string
}

/** What runs before the transaction: for slow work such as writing a file. It runs again when a call is repeated. */
export type Prepare<O extends Operation, Prepared> = (
  call: Call<O> & { store: (content: AsyncIterable<Buffer> | string) => Promise<StoredFile> },
) => Promise<Prepared>

/**
 * What a handler gives: the contract's result, under another of its statuses by `answer`, or a file. Where a JSON
 * operation has further `formats`, it gives a file of that type when `format` asks for one.
 */
export type Result<O extends Operation> = O['result'] extends Media
  ? File
  : O['result'] extends z.ZodType
    ? z.input<O['result']> | Answer<z.input<O['result']>> | File
    : never

/**
 * A result under a status that is not the operation's first, or one that is made after the commit.
 *
 * `afterCommit` runs once the transaction has committed, outside of any, and gives what is answered instead: for a
 * caller who waits for something that happens later, such as the end of a run. Until it is done, a node that dies has
 * this answer stored under the caller's Idempotency-Key, and afterwards that one. It may wait, and ends with what there
 * is when `signal` is aborted.
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

/** A contract entry bound to the function that performs it. */
export interface Implementation {
  operation: Operation
  /** What the pipeline opens for the handler: the database to read, a transaction, or nothing. */
  access: 'read' | 'transaction' | 'database'
  prepare: ((call: never) => Promise<unknown>) | undefined
  perform(call: never): Promise<unknown>
}

type Handler<O extends Operation, Prepared> = (
  call: Call<O> & { tx: O['method'] extends 'GET' ? Reader : Transaction; prepared: Prepared },
) => Promise<Result<O>>

/**
 * Binds an operation to its handler. One that only reads (GET) gets the database as `tx`; any other gets a
 * transaction that commits when it returns and rolls back when it throws. Where slow work comes first, `prepare` does
 * it before the transaction, and what it gives is the handler's `prepared`.
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
  return { operation, access: operation.method === 'GET' ? 'read' : 'transaction', prepare, perform }
}

/**
 * For work that no transaction may wait for, such as hashing a password or calling the sign-in library: the
 * handler opens its own. Such operations ignore `Idempotency-Key`, which the contract must say; unique constraints make
 * them safe to repeat.
 */
export function implementOutside<O extends Operation>(
  operation: O,
  perform: (call: Call<O> & { db: Database }) => Promise<Result<O>>,
): Implementation {
  if (takesIdempotencyKey(operation)) throw new Error(`${operation.id} promises to heed Idempotency-Key`)
  return { operation, access: 'database', prepare: undefined, perform }
}
