import { getTracker } from '#contract'
import { implement } from '#platform'
import { findTracker, toTracker } from './tracker-rows.ts'

export const get = implement(getTracker, async ({ tx, params }) =>
  toTracker(await findTracker(tx, params.trackerId)),
)
