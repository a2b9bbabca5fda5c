import { z } from 'zod'
import type { Area, Needs } from './access.ts'
import type { Role } from './actor.ts'
import type { ErrorCode } from './errors.ts'
import { id } from './rules/fields.ts'

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** The possible media types of a response that is not JSON. */
export interface Media {
  media: readonly [string, ...string[]]
  /**
   * Whether it shows patients: then the handler returns which, for the access log. A test fails for operations that leave
   * it out.
   */
  showsPatients?: boolean
}

/** How long a session stays confirmed after signing in or `POST /api/auth/confirm`. */
export const confirmedForHours = 2

/** A field of a body that lets someone in, widens what a user may do, or redirects payments. */
export interface GrantingField {
  /** Its path, such as `letterhead.iban`. */
  readonly field: string
  /** Returns whether a new value grants more than the present one. By default, every change does. */
  readonly isMore?: (value: never, present: never) => boolean
}

/** Creates the `isMore` of a field whose values are in an order, from the one that grants the least. */
export const comesLaterIn =
  <Value>(order: readonly Value[]) =>
  (value: Value, present: Value): boolean =>
    order.indexOf(value) > order.indexOf(present)

type Grants = readonly GrantingField[] | null

/** The result of a call that waits for its confirmation in the browser. Its id is that of the grant. */
export const unconfirmed = z
  .strictObject({ id, status: z.literal('unconfirmed') })
  .meta({ id: 'Unconfirmed' })
export type Unconfirmed = z.output<typeof unconfirmed>

const noFields = z.strictObject({})
type NoFields = typeof noFields

/**
 * An operation of the API as data. The server's routes, the client's types, the command line, the tools for agents,
 * openapi.json and the API reference are derived from it.
 */
export interface Operation<
  M extends Method = Method,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType | Media = z.ZodType | Media,
  Form extends z.ZodObject | null = z.ZodObject | null,
  Granting extends Grants = Grants,
> {
  /** `projects.list`: the OpenAPI operationId. */
  readonly id: string
  readonly method: M
  /** Parameters are written `:projectId` and described by `params`. */
  readonly path: `/api/${string}`
  /** One sentence. */
  readonly summary: string
  readonly allow: 'anyone' | readonly Role[]
  /** The access that the caller needs. On a project or something in it, the level of `insights` is needed there, too. */
  readonly access: Needs
  /** `session`: API keys get 403 `session_required`. */
  readonly credentials: 'any' | 'session'
  /** Whether a browser’s session must have been confirmed within `confirmedForHours`. */
  readonly confirmation: boolean
  /**
   * The fields that grant. A call with an API key that changes one of them gets 202 `unconfirmed` and takes effect as a whole
   * once someone confirms it in the browser. In a browser’s session, such a call needs a confirmation.
   */
  readonly grants: Granting
  /** Whether a session of a service user reaches it. */
  readonly inServiceSession: boolean
  /** Whether users may call it before they set up the two-factor authentication that the organisation requires. */
  readonly beforeTwoFactor: boolean
  /** Whether no other operation can bring back what it removes: the command line asks first. */
  readonly irreversible: boolean
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The fields next to `file` in a multipart/form-data body, for operations that also accept a file. */
  readonly form: Form
  readonly result: Result
  /** The media types that `Accept` can select. The first is the default. */
  readonly formats: readonly [string, ...string[]]
  /** 204 has no body: its `result` is null. */
  readonly status: 200 | 201 | 202 | 204
  /** Other statuses that can come with `result`. */
  readonly otherStatuses: readonly number[]
  /** Errors beyond the common ones. */
  readonly errors: readonly ErrorCode[]
  /**
   * The response to a repeated `Idempotency-Key`. `never`: the first response held a secret, so the repeat gets 409
   * `already_done`. `none`: keys are ignored.
   */
  readonly replay: 'stored' | 'never' | 'none'
  /** Hints for agents (Model Context Protocol); null if it is not offered as a tool. */
  readonly mcp: { readonly readOnly: boolean; readonly destructive: boolean } | null
}

/** Completes a definition. Defaults: no fields, any access and credentials, 200, JSON, replayed responses, no tool, grants nothing; irreversible if the method is DELETE. */
export function operation<
  const M extends Method,
  Result extends z.ZodType | Media,
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = NoFields,
  Form extends z.ZodObject | null = null,
  Granting extends Grants = null,
>(
  definition: Pick<
    Operation<M, Params, Query, Body, Result, Form, Granting>,
    'id' | 'method' | 'path' | 'summary' | 'allow' | 'result'
  > &
    Partial<Operation<M, Params, Query, Body, Result, Form, Granting>>,
): Operation<M, Params, Query, Body, Result, Form, Granting> {
  return {
    access: {},
    credentials: 'any',
    confirmation: false,
    grants: null as Granting,
    inServiceSession: false,
    beforeTwoFactor: false,
    irreversible: definition.method === 'DELETE',
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

/**
 * Returns the function that completes definitions about an area. By default, `GET` needs `view` there, and everything else
 * `edit`.
 */
export function operationIn(area: Area): typeof operation {
  return (definition) =>
    operation({ access: { [area]: definition.method === 'GET' ? 'view' : 'edit' }, ...definition })
}

/** The input of a call: parameters, query and body in one flat object, since their names never overlap. */
export type Input<O extends Operation> = Fields<O['params']> &
  Fields<O['query']> &
  (Fields<O['body']> | FormInput<O['form']>)

/** A file with its fields, which the client converts to text. */
type FormInput<Form> = Form extends z.ZodObject ? UnlessEmpty<z.output<Form>> & { file: Blob } : never

type Fields<Schema extends z.ZodType> = UnlessEmpty<z.input<Schema>>

/** zod types an object without fields as one that must stay empty, which would empty every intersection. */
type UnlessEmpty<Input> = [Input] extends [Record<string, never>] ? unknown : Input

/** The output of a call: the JSON, or the whole response if it is a file. With a key, a call that grants is unconfirmed. */
export type Output<O extends Operation> =
  | (O['result'] extends z.ZodType ? z.output<O['result']> : Response)
  | (O['grants'] extends null ? never : Unconfirmed)

/** Returns the schema of a JSON response with a status. */
export const resultWith = ({ grants, result }: Operation, status: number): z.ZodType =>
  grants && status === 202 ? unconfirmed : (result as z.ZodType)
