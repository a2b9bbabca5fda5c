import type { Draft, Told } from '../grounding.ts'
import type { SourceText } from '../sources.ts'

/** Work on many sources: it is given one after the other, keeps little of each, and makes something of that. */
export interface Analysis<Result = Draft> {
  read(source: SourceText): void
  finish(told: Told): Result
}

/** Why there is nothing to write, for a person to read; it becomes a `RunError` outside of the thread. */
export class NothingToSay extends Error {
  override name = 'NothingToSay'
}
