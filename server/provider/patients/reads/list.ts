import { listAccessLog } from '#contract'
import { implement } from '#platform'
import { findReads } from './find-reads.ts'

export const list = implement(listAccessLog, ({ tx, query }) => findReads(tx, query))
