import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, createClient } from '#client'
import { type Input, type Operation, type Output, takesIdempotencyKey, type Unconfirmed } from '#contract'
import { askToConfirm } from './confirmation.ts'

const client = createClient({ baseUrl: '' })

/** `client.call` for an operation that is known only by its type parameter. */
const send = client.call as (operation: Operation, input: object, options: object) => Promise<unknown>

/** Calls again once the user has confirmed who they are, if the operation needs that. */
export async function call(operation: Operation, input: object, options: object): Promise<unknown> {
  try {
    return await send(operation, input, options)
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'confirmation_required'
    if (!isNeeded || !(await askToConfirm())) throw error
    return send(operation, input, options)
  }
}

/** The arguments of a call: the input may be omitted if all of it is optional. */
type InputOf<O extends Operation> =
  Partial<Input<O>> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]

/** Returns a query key such as `['projects', 'list', { q }]`, which begins with the part of the API. */
export const keyOf = (operation: Operation, input: object = {}) => [...operation.id.split('.'), input]

/** Returns the query options of one call. */
export function callOptions<O extends Operation>(operation: O, ...[given]: InputOf<O>) {
  const input: object = Object(given)
  return queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }) as Promise<Output<O>>,
  })
}

/** Loads one response. */
export function useCall<O extends Operation>(operation: O, ...input: InputOf<O>) {
  return useQuery(callOptions(operation, ...input))
}

type Variables<O extends Operation> = Partial<Input<O>> extends Input<O> ? Input<O> | undefined : Input<O>

/** What a call returns in a session. Only calls with a key wait for a confirmation. */
export type Answer<O extends Operation> = Exclude<Output<O>, Unconfirmed>

interface ActionOptions<O extends Operation> {
  /** Operations to load again afterwards, in addition to all of the operation's own part of the API. */
  also?: readonly Operation[]
  /** Runs before anything is loaded again, so that it can leave the page of a deleted record. */
  onDone?: (answer: Answer<O>, status: number) => unknown
}

/** Runs an operation that changes something, then loads the same part of the API again. */
export function useAction<O extends Operation>(operation: O, { also = [], onDone }: ActionOptions<O> = {}) {
  const queries = useQueryClient()
  const attempt = useRef({ input: '', key: '' })
  const status = useRef(0)
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [operation.id.split('.')[0]] }),
      ...also.map(({ id }) => queries.invalidateQueries({ queryKey: id.split('.') })),
    ])

  return useMutation({
    mutationFn: async (input: Variables<O>) => {
      const answer = await call(operation, input ?? {}, {
        ...idempotency(operation, input, attempt.current),
        onResponse: (response: Response) => {
          status.current = response.status
        },
      })
      attempt.current.input = ''
      return answer as Answer<O>
    },
    onSuccess: async (answer) => {
      await onDone?.(answer, status.current)
      await refresh()
    },
    // Outdated data on the page may be the reason for the error, which is reported without waiting.
    onError: () => void refresh(),
  })
}

/** Reuses the key when the same input is sent again after a failure, so that nothing is done twice. */
function idempotency(operation: Operation, input: unknown, attempt: { input: string; key: string }) {
  if (!takesIdempotencyKey(operation)) return {}
  const text = JSON.stringify(input ?? {})
  if (attempt.input !== text) Object.assign(attempt, { input: text, key: newIdempotencyKey() })
  return { idempotencyKey: attempt.key }
}

/** `crypto.randomUUID` is missing on pages served over plain HTTP from another machine. */
export const newIdempotencyKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-')
