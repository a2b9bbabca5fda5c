import { createHash } from 'node:crypto'
import { estimateTokens } from '#engines/language'
import { RunError } from '../runs/attempt.ts'
import { findCall, type RunCall, storeCall } from '../runs/calls.ts'
import type { Work } from '../runs/work-on.ts'
import type { Message } from './completion.ts'
import type { Model } from './model.ts'
import { type Prompt, repairs } from './prompts.ts'

/** What was read in an answer, if anything, and why the model should answer again, if it should. */
export interface Read<Result> {
  result: Result | null
  repair?: keyof typeof repairs
}

/** How much one call may contain, in tokens. */
export interface Room {
  input: number
  output: number
}

/** The calls of a run. */
export interface Session {
  /** What is left of the run's tokens. Answers that an earlier attempt paid for count like new ones. */
  left(): number
  /** Returns the room for data in a call whose rules are these. @throws RunError if there is none */
  roomFor(system: string): Room
  /**
   * Asks the model, or finds the stored answer to the same request. The model may correct itself once.
   * @returns null if it has not been understood, or if the tokens of the run do not suffice
   * @throws RunError if the model fails
   */
  ask<Result>(prompt: Prompt, read: (answer: string) => Read<Result>, message: string): Promise<Result | null>
  /** Returns why the last call has no result. */
  problem(): RunError
}

/** How much of the model's context an answer may take. It is in there twice if the model has to correct it. */
const shareOfAnswer = { context: 1 / 8, atMost: 4000 }
const leastInput = 4000
/** The endpoint's own signs around messages, and a request to correct an answer. */
const spare = 200

/** @param progress reports what the run is doing */
export function createSession(work: Work, model: Model, progress: (message: string) => void): Session {
  const { db, run, signal } = work
  const { name, prices, contextTokens, tokensPerRun } = model.settings
  const output = Math.min(shareOfAnswer.atMost, Math.floor(contextTokens * shareOfAnswer.context))
  let spent = 0
  let isOut = false

  const left = () => tokensPerRun - spent
  return {
    left,
    roomFor(system) {
      const input = contextTokens - 2 * output - estimateTokens(system) - spare
      if (input < leastInput)
        throw new RunError(
          'skill_too_long',
          'The instructions of the skill leave too little of the model’s context for the sources.',
        )
      return { input, output }
    },
    async ask<Result>({ system, user }: Prompt, read: (answer: string) => Read<Result>, message: string) {
      const messages: Message[] = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]
      progress(message)
      const isUnderstood = (answer: string) => !read(answer).repair
      let last: Result | null = null
      for (let attempt = 0; attempt < 2; attempt++) {
        const answer = await answerTo(messages, isUnderstood, message)
        if (answer === null) break
        const { result, repair } = read(answer)
        last = result
        if (!repair) break
        messages.push({ role: 'assistant', content: answer }, { role: 'user', content: repairs[repair] })
      }
      return last
    },
    problem: () => (isOut ? outOfTokens() : unreadable()),
  }

  async function answerTo(
    messages: Message[],
    isUnderstood: (answer: string) => boolean,
    message: string,
  ): Promise<string | null> {
    signal.throwIfAborted()
    const request = createHash('sha256')
      .update(JSON.stringify([name, messages]))
      .digest()
    const call =
      (await findCall(db.reader, run, request)) ?? (await pay(request, messages, isUnderstood, message))
    if (!call) return null
    spent += call.inputTokens + call.outputTokens
    return call.answer
  }

  async function pay(
    request: Buffer,
    messages: Message[],
    isUnderstood: (answer: string) => boolean,
    message: string,
  ): Promise<RunCall | null> {
    const input = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    isOut = input + output > left()
    if (isOut) return null
    const { text: answer, ...tokens } = await model.ask(messages, {
      signal,
      deadline: run.deadline,
      outputTokens: output,
      onWait: () => progress(`${message}, waiting for the model’s endpoint`),
    })
    const call = { request, answer, understood: isUnderstood(answer), ...tokens }
    if (!(await storeCall(db.reader, run, call, { model: name, prices })))
      throw new Error('The attempt has lost its run.')
    return call
  }
}

const unreadable = () =>
  new RunError('model_answer_unreadable', 'The model’s answer does not have the requested form.')

export const outOfTokens = () =>
  new RunError('token_limit_reached', 'The token limit of the run is too low for the sources and the skill.')
