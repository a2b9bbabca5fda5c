/** An error for the user: exit code 1. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Invalid arguments: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** One line for each error. */
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

/** The server does not respond, or is not Aerie: exit code 3. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  /** Whether a retry may succeed. */
  readonly isTemporary: boolean

  constructor(message: string, isTemporary: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isTemporary = isTemporary
  }
}
