import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { createClient } from '#client'
import { type Input, type Operation, type Output, takesIdempotencyKey } from '#contract'

const client = createClient({ baseUrl: '' })

/** `client.call` for an operation that is known only by its type parameter. */
const call = client.call as (operation: Operation, input: object, options: object) => Promise<unknown>

/** The input, where it may be left out. */
type InputOf<O extends Operation> =
  Partial<Input<O>> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]

/** `['projects', 'list', { q }]`: an operation's answers lie below the part of the API that it belongs to. */
const keyOf = (operation: Operation, input: object = {}) => [...operation.id.split('.'), input]

/** One answer, as route guards and `useCall` want it. */
export function callOptions<O extends Operation>(operation: O, ...[given]: InputOf<O>) {
  const input: object = Object(given)
  return queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }) as Promise<Output<O>>,
  })
}

/** Reads one thing. */
export function useCall<O extends Operation>(operation: O, ...input: InputOf<O>) {
  return useQuery(callOptions(operation, ...input))
}

/** An answer of any list. */
interface Page {
  data: { id: string }[]
  nextCursor: string | null
}
type PageOf<O extends Operation> = Output<O> & Page
export type RowOf<O extends Operation> = PageOf<O>['data'][number]

/** In how many milliseconds a list is read again by itself, judged by its first page; false where it is not. */
export type Again<O extends Operation> = (first: PageOf<O>) => number | false

/** Reads a list page by page; the pages read so far stay in sight while another filter loads. */
export function useInfiniteList<O extends Operation>(operation: O, input: object, again?: Again<O>) {
  return useInfiniteQuery({
    // Kept in another form than `useCall` keeps one answer.
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...input, ...(pageParam && { cursor: pageParam }) }, { signal }) as Promise<
        PageOf<O>
      >,
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.nextCursor,
    refetchInterval: ({ state }) => (again && state.data ? again(state.data.pages[0]!) : false),
    placeholderData: keepPreviousData,
  })
}

type Variables<O extends Operation> = Partial<Input<O>> extends Input<O> ? Input<O> | undefined : Input<O>

interface ActionOptions<O extends Operation> {
  /** What else shows something that this changes; everything in the operation's own part is read anew anyway. */
  also?: readonly Operation[]
  /** Runs before anything is read anew: a page that shows what was deleted is left here. */
  onDone?: (answer: Output<O>, status: number) => unknown
}

/** Changes something. Afterwards what is on the page and was read from the same part of the API is read anew. */
export function useAction<O extends Operation>(operation: O, { also = [], onDone }: ActionOptions<O> = {}) {
  const queries = useQueryClient()
  const attempt = useRef({ input: '', key: '' })
  const status = useRef(0)
  const readAnew = () =>
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
      return answer as Output<O>
    },
    onSuccess: async (answer) => {
      await onDone?.(answer, status.current)
      await readAnew()
    },
    // What is on the page may be why it was refused. The refusal does not wait for it.
    onError: () => void readAnew(),
  })
}

/** The same input sent again after a failure has the same key, so that nothing is done twice. */
function idempotency(operation: Operation, input: unknown, attempt: { input: string; key: string }) {
  if (!takesIdempotencyKey(operation)) return {}
  const text = JSON.stringify(input ?? {})
  if (attempt.input !== text) Object.assign(attempt, { input: text, key: newKey() })
  return { idempotencyKey: attempt.key }
}

/** `crypto.randomUUID` is missing where the page came over plain HTTP from another machine. */
const newKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-')
