import type { Config } from '#config'
import type { Database } from '#platform'

/** What an operator runs on the server itself: `npm run aerie -- audit verify`. */
export interface Command {
  /** One word or two. */
  name: string
  /** One sentence for the help. */
  summary: string
  /** Options by name. */
  options: Record<string, Option>
  /** It only reads: an older schema stays what it is, too, and is refused. */
  readOnly?: true
  /** Does it, and gives what to print. @throws CommandError that says in a sentence what is in the way. */
  run(installation: Installation, options: Record<string, string>): Promise<string>
}

/** One that opens what it needs by itself: there may be no installation yet, or one that is to stay as it is. */
export interface StandaloneCommand extends Omit<Command, 'run'> {
  runAlone(config: Config, options: Record<string, string>): Promise<string>
}

export interface Option {
  /** What the help calls its value; one without is given or not, and then is `yes`. */
  value?: string
  required: boolean
  summary: string
}

/** The database of the server that these settings describe. */
export interface Installation {
  config: Config
  db: Database
}

/** What is in the way, for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError'
}
