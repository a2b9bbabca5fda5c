import type { Coverage, Draft } from './draft.ts'
import type { SourceText } from './source-text.ts'

/** Analyses many sources: reads them one at a time, and keeps little of each. */
export interface Analysis<Result = Draft> {
  read(source: SourceText): void
  finish(coverage: Coverage): Result
}

/** There is no result, for a reason to show to users. Becomes a `RunError` outside the thread. */
export class NothingToSay extends Error {
  override name = 'NothingToSay'
}
