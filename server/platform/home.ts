import { type RawBuilder, sql } from 'kysely'
import type { Actor, FirstStep, HomeSections, Operation, Settings } from '#contract'

/** What the home page depends on. */
export interface HomeContext {
  actor: Actor
  now: Date
  /** The date in the organisation's time zone. */
  today: string
}

/** What a module contributes to the home page. */
export interface HomePart {
  /** The half of Aerie that it belongs to; null for both. */
  half: Exclude<Settings['uses'], 'both'>
  sections: HomeSection[]
  /** The first things to do in a new installation. */
  steps: HomeStep[]
}

/** Something to do in a new installation. */
export interface HomeStep {
  step: FirstStep
  /** The operation that does it. Who may not use it does not get the step. */
  takes: Operation
  isDone(context: HomeContext): RawBuilder<boolean>
}

/** Records that need attention. */
export interface HomeSection {
  name: keyof HomeSections
  /** Lists such records. Who may not use it does not get the section. */
  list: Operation
  /** Selects the records in order, with the columns of the contract. */
  rows(context: HomeContext): RawBuilder<object>
}

/** Returns a time as the contract has it, for JSON that PostgreSQL writes. */
export const instantText = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns a decimal without the zeros that its column adds, as text: JSON numbers would be read as doubles. */
export const decimalText = (value: RawBuilder<unknown>): RawBuilder<string> => sql`trim_scale(${value})::text`
