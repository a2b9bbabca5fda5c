/** What is in the way, for the person at the terminal: exit code 1. */
export class Failure extends Error {
  override name = 'Failure'
}

/** What was typed makes no command: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** One line each: what is wrong with an option, or what was meant. */
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

/** Nothing answers, or not Aerie: exit code 3. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  /** Whether it may be another matter in a moment. */
  readonly passing: boolean

  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options)
    this.passing = passing
  }
}
