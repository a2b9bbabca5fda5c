import type { z } from 'zod'
import type { Actor, Media, Operation } from '#contract'
import type { Database, Reader, Transaction } from './database/database.ts'
import type { File } from './http/file.ts'
import type { Credentials } from './http/recognise.ts'

/** What every handler is called with. */
export interface Call<O extends Operation> {
  actor: O['allow'] extends 'anyone' ? null : Actor
  params: z.output<O['params']>
  query: z.output<O['query']>
  body: z.output<O['body']>
  credentials: Credentials
}

/** What a handler gives: the contract's result, under another of its statuses by `answer`, or a file. */
export type Result<O extends Operation> = O['result'] extends Media
  ? File
  : O['result'] extends z.ZodType
    ? z.input<O['result']> | Answer<z.input<O['result']>>
    : never

/** A result under a status that is not the operation's first. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

/** A contract entry bound to the function that performs it. */
export interface Implementation {
  operation: Operation
  /** What the pipeline opens for the handler: the database to read, a transaction, or nothing. */
  access: 'read' | 'transaction' | 'database'
  perform(call: never): Promise<unknown>
}

/**
 * Binds an operation to its handler. One that only reads (GET) gets the database as `tx`; any other gets a
 * transaction that commits when it returns and rolls back when it throws.
 */
export function implement<O extends Operation>(
  operation: O,
  perform: (call: Call<O> & { tx: O['method'] extends 'GET' ? Reader : Transaction }) => Promise<Result<O>>,
): Implementation {
  return { operation, access: operation.method === 'GET' ? 'read' : 'transaction', perform }
}

/**
 * For work that no transaction may wait for, such as hashing a password or calling the sign-in library: the
 * handler opens its own. Such operations ignore `Idempotency-Key`; unique constraints make them safe to repeat.
 */
export function implementOutside<O extends Operation>(
  operation: O,
  perform: (call: Call<O> & { db: Database }) => Promise<Result<O>>,
): Implementation {
  return { operation, access: 'database', perform }
}
