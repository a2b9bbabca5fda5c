import { getSource } from '#contract'
import { implement } from '#platform'
import { findSource, toSource } from '../library/sources.ts'

export const get = implement(getSource, async ({ tx, params }) =>
  toSource(await findSource(tx, params.sourceId)),
)
