import type { Session } from '../session.ts'

/** What can be typed after `aerie`. */
export interface Command {
  /** One word or two: `login`, `projects list`. */
  words: readonly string[]
  /** One sentence. */
  summary: string
  /** What is written without a name before it, in this order; all are needed. */
  arguments: readonly Argument[]
  options: readonly Option[]
  /** Further lines of the help. */
  notes?: readonly string[]
  /** Does it. @throws UsageError, Failure, Unreachable or ApiError where it cannot. */
  run(input: Input, session: Session): Promise<void>
}

/** What was typed, by the names of the fields. */
export type Input = Record<string, unknown>

export interface Argument {
  /** As in the help: `PROJECT`. */
  name: string
  field: string
  /** Whether it stands for all that follow. */
  many?: boolean
}

export interface Option {
  /** As typed, without the dashes: `project`. */
  name: string
  field: string
  /** `flag` takes no value; `json` takes it as it is, from a file (`@file`) or from standard input (`-`). */
  kind: 'text' | 'number' | 'flag' | 'json'
  /** Whether it may be given several times. */
  many?: boolean
  required?: boolean
  /** What stands for the value in the help. */
  value?: string
  summary?: string
  /** Of a flag: what it stands for, and what `--no-…` does; without the latter there is no `--no-…`. */
  means?: readonly [on: unknown, off?: unknown]
}

/** `aerie projects create`. */
export const nameOf = ({ words }: Pick<Command, 'words'>): string => ['aerie', ...words].join(' ')
