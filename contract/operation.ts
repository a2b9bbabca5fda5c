import { z } from 'zod'
import type { Role } from './actor.ts'
import type { ErrorCode } from './errors.ts'

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** An answer that is not JSON: its possible media types. */
export interface Media {
  media: readonly [string, ...string[]]
}

const noFields = z.strictObject({})
type NoFields = typeof noFields

/**
 * One thing that the API can do, as data. The server's routes, the client's types, openapi.json and the reference
 * page are all made from it.
 */
export interface Operation<
  M extends Method = Method,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType | Media = z.ZodType | Media,
  Form extends z.ZodObject | null = z.ZodObject | null,
> {
  /** `projects.list`: the OpenAPI operationId. */
  readonly id: string
  readonly method: M
  /** Parameters are written `:projectId` and described by `params`. */
  readonly path: `/api/${string}`
  /** One sentence. */
  readonly summary: string
  readonly allow: 'anyone' | readonly Role[]
  /** `session`: an API key is answered 403 `session_required`. */
  readonly credentials: 'any' | 'session'
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The fields beside the `file` of a multipart/form-data body, where a file can be sent instead of JSON. */
  readonly form: Form
  readonly result: Result
  /** The media types that `Accept` can choose from; the first is given where it names none. */
  readonly formats: readonly [string, ...string[]]
  readonly status: 200 | 201 | 202
  /** Statuses under which `result` can be answered too. */
  readonly otherStatuses: readonly number[]
  /** Beyond those that every operation can give. */
  readonly errors: readonly ErrorCode[]
  /**
   * What a repeated `Idempotency-Key` gives. `never`: the answer holds a secret, so the repeat is 409 `already_done`.
   * `none`: keys are ignored.
   */
  readonly replay: 'stored' | 'never' | 'none'
  /** How it is offered as a tool to agents (Model Context Protocol); null where it is not. */
  readonly mcp: { readonly readOnly: boolean; readonly destructive: boolean } | null
}

/** Completes a definition: no parameters, no query, no body, any credentials, 200, JSON, answers replayed, no tool. */
export function operation<
  const M extends Method,
  Result extends z.ZodType | Media,
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = NoFields,
  Form extends z.ZodObject | null = null,
>(
  definition: Pick<
    Operation<M, Params, Query, Body, Result, Form>,
    'id' | 'method' | 'path' | 'summary' | 'allow' | 'result'
  > &
    Partial<Operation<M, Params, Query, Body, Result, Form>>,
): Operation<M, Params, Query, Body, Result, Form> {
  return {
    credentials: 'any',
    params: noFields as unknown as Params,
    query: noFields as unknown as Query,
    body: noFields as unknown as Body,
    form: null as Form,
    formats: 'media' in definition.result ? definition.result.media : ['application/json'],
    status: 200,
    otherStatuses: [],
    errors: [],
    replay: 'stored',
    mcp: null,
    ...definition,
  }
}

/** What a caller passes: parameters, query and body in one flat object, since their names never overlap. */
export type Input<O extends Operation> = Fields<O['params']> &
  Fields<O['query']> &
  (Fields<O['body']> | FormInput<O['form']>)

/** A file with its fields, which are written as text on their way: see `client`. */
type FormInput<Form> = Form extends z.ZodObject
  ? (z.output<Form> extends Record<string, never>
      ? unknown
      : { [Name in keyof z.output<Form>]: z.output<Form>[Name] }) & { file: Blob }
  : never

/** zod types an object without fields as one that may hold nothing, which would empty every intersection. */
type Fields<Schema extends z.ZodType> =
  z.input<Schema> extends Record<string, never> ? unknown : z.input<Schema>

/** What a caller gets: the JSON, or the whole response where it is a file. */
export type Output<O extends Operation> = O['result'] extends z.ZodType ? z.output<O['result']> : Response

/** An `Idempotency-Key` is understood wherever a recognised caller makes something, unless the operation says otherwise. */
export const takesIdempotencyKey = ({
  method,
  allow,
  replay,
}: Pick<Operation, 'method' | 'allow' | 'replay'>): boolean =>
  method === 'POST' && allow !== 'anyone' && replay !== 'none'
