import { getTracker } from '#contract'
import { implement } from '#platform'
import { findTracker, toTracker } from './rows.ts'

export const get = implement(getTracker, async ({ tx, params }) =>
  toTracker(await findTracker(tx, params.trackerId)),
)
