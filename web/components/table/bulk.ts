import type { ReactNode } from 'react'
import type { Input, Operation } from '#contract'

/** What can be done with several selected rows of a list. */
export interface Bulk<Row> {
  /** Names a row for screen readers and in failures. */
  nameOf: (row: Row) => string
  /** `2 keys` */
  countOf: (rows: number) => string
  actions: BulkAction<Row>[]
}

/** An operation that is called for each selected row to which it applies. */
export interface BulkAction<Row, O extends Operation = Operation> {
  /** A verb: `Revoke`. */
  label: string
  /** What was done, for the report: `2 keys revoked`. */
  done: string
  operation: O
  input: (row: Row) => Input<O>
  /** Whether it can be done with this row. */
  isFor: (row: Row) => boolean
  /** What will happen, asked before it cannot be undone. */
  consequences?: ReactNode
  /** Operations to load again afterwards, in addition to all of the operation's own part of the API. */
  also?: readonly Operation[]
}

/** Whether anything can be done with a row. */
export const canSelect = <Row>({ actions }: Bulk<Row>, row: Row) => actions.some(({ isFor }) => isFor(row))

/** Returns an action of a list; the operation determines its input. */
export const bulkAction = <Row, O extends Operation>(action: BulkAction<Row, O>): BulkAction<Row> =>
  action as unknown as BulkAction<Row>
