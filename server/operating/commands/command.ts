import type { Config } from '#config'
import type { Database } from '#database'

/** A command that an operator runs on the server, such as `./aerie audit verify`. */
export interface Command {
  /** One or two words after `aerie`. */
  name: string
  /** A sentence for the help. */
  summary: string
  /** Options by name. */
  options: Record<string, Option>
  /** Set if the command only reads. It then refuses an older schema instead of migrating it. */
  readOnly?: true
  /** Set if the embedded database is compared with what the last clean stop left, even where nothing seems to have changed. */
  readsAll?: true
  /** Runs the command and returns its output. @throws CommandError with a sentence for the operator. */
  run(installation: Installation, options: Record<string, string>): Promise<string>
}

/** A command that opens the database itself: there may be none yet, or it must not be migrated. */
export interface StandaloneCommand extends Omit<Command, 'run'> {
  runAlone(config: Config, options: Record<string, string>): Promise<string>
}

export interface Option {
  /** The value's name in the help. A flag has none; its value is `yes` if it is set. */
  value?: string
  required: boolean
  summary: string
}

/** The database of the server that these settings describe. */
export interface Installation {
  config: Config
  db: Database
}

/** An error whose message is for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}
