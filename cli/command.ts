import type { Session } from './session.ts'

/** What can be typed after `aerie`. */
export interface Command {
  /** One word or two: `login`, `projects list`. */
  words: readonly string[]
  /** What it does, in one sentence. */
  summary: string
  /** Required values without a name, in this order. */
  arguments: readonly Argument[]
  options: readonly Option[]
  /** Further lines of the help. */
  notes?: readonly string[]
  /** Set if it runs on the server itself, without a session; a signal then ends it immediately. */
  isForOperators?: true
  /** @throws UsageError, Failure, Unreachable or ApiError */
  run(input: Input, session: Session): Promise<void>
}

/** Typed values by field name. */
export type Input = Record<string, unknown>

export interface Argument {
  /** The name that the help shows: `PROJECT`. */
  name: string
  field: string
  /** Whether it takes all remaining values. */
  many?: boolean
  /** Values that the shell completes. */
  choices?: readonly string[]
}

export interface Option {
  /** As typed, without the dashes: `project`. */
  name: string
  field: string
  /** `flag` takes no value; `json` takes JSON, a file (`@file`) or standard input (`-`). */
  kind: 'text' | 'number' | 'flag' | 'json'
  /** Whether it may be repeated. */
  many?: boolean
  required?: boolean
  /** Placeholder of the value in the help. */
  value?: string
  summary?: string
  /** Values of a flag when given and when negated; without the second there is no `--no-…`. */
  means?: readonly [on: unknown, off?: unknown]
}

/** Returns a text option that is not a field of the contract; its field is `--name`, which no contract field is. */
export const option = (name: string, value: string, summary: string, more: Partial<Option> = {}): Option => ({
  name,
  field: `--${name}`,
  kind: 'text',
  value,
  summary,
  ...more,
})

/** Returns a flag that is not a field of the contract. */
export const flag = (name: string, summary: string): Option => ({
  name,
  field: `--${name}`,
  kind: 'flag',
  means: [true],
  summary,
})

/** Returns the name of a command: `aerie projects create`. */
export const commandName = ({ words }: Pick<Command, 'words'>): string => ['aerie', ...words].join(' ')
