import { sql } from 'kysely'
import type { Reader, Transaction } from '#database'
import type { Claimed } from './attempt.ts'

/** An answered call of a model. */
export interface RunCall {
  /** SHA-256 of the model's name and the messages. */
  request: Buffer
  answer: string
  /** Whether the answer has the form that was asked for. */
  understood: boolean
  inputTokens: number
  outputTokens: number
}

export interface Paid {
  model: string
  /** The prices of a million tokens, as decimals. */
  prices: { input: string; output: string; currency: string } | null
}

export const findCall = (tx: Reader, { id }: Claimed, request: Buffer): Promise<RunCall | undefined> =>
  tx
    .selectFrom('skillRunCalls')
    .select(['request', 'answer', 'understood', 'inputTokens', 'outputTokens'])
    .where('runId', '=', id)
    .where('request', '=', request)
    .executeTakeFirst()

/** Stores an answer and adds its cost to the run. @returns false if the run no longer belongs to this attempt */
export async function storeCall(
  tx: Reader,
  { id, attempt }: Claimed,
  { request, answer, understood, inputTokens, outputTokens }: RunCall,
  { model, prices }: Paid,
): Promise<boolean> {
  const cost =
    prices &&
    sql`coalesce(cost, 0) + (${inputTokens} * ${prices.input}::numeric + ${outputTokens} * ${prices.output}::numeric) / 1000000`
  const { rows } = await sql`
    with paid as (
      update skill_runs set
        model = ${model}, calls = calls + 1,
        input_tokens = input_tokens + ${inputTokens}::integer, output_tokens = output_tokens + ${outputTokens}::integer,
        cost = ${cost ?? sql`cost`}, currency = ${prices ? sql`${prices.currency}` : sql`currency`}
      where id = ${id}::uuid and status = 'running' and attempt = ${attempt}::uuid
      returning id
    )
    insert into skill_run_calls (run_id, request, answer, understood, input_tokens, output_tokens)
    select id, ${request}, ${answer}, ${understood}, ${inputTokens}, ${outputTokens} from paid
    returning run_id`.execute(tx)
  return rows.length > 0
}

/** Moves the answers of a run that did not succeed to its retry. It asks again for those that were not understood. */
export const takeOverCalls = (tx: Transaction, from: string, to: string) =>
  tx
    .updateTable('skillRunCalls')
    .set({ runId: to, reused: true })
    .where('runId', '=', from)
    .where('understood', '=', true)
    .execute()

export const deleteCalls = (tx: Transaction, { id }: Claimed) =>
  tx.deleteFrom('skillRunCalls').where('runId', '=', id).execute()
