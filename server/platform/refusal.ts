import { type ErrorCode, errors } from '#errors'

export interface FieldError {
  path: string
  message: string
}

/** Required in every 401 (RFC 9110, 15.5.2). */
const challenge = { 'www-authenticate': 'Bearer realm="aerie"' }

/** An error of the catalog with a sentence for the user. Handlers throw it to refuse a call. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly headers: Record<string, string>
  /** The ids of the patients whom the sentence names, for the access log. */
  readonly patients: string[]

  constructor(
    code: ErrorCode,
    detail: string = `${errors[code].title}.`,
    extra: {
      fields?: FieldError[]
      headers?: Record<string, string>
      patients?: string[]
      cause?: unknown
    } = {},
  ) {
    super(detail, extra.cause === undefined ? {} : { cause: extra.cause })
    this.code = code
    this.fields = extra.fields ?? []
    this.patients = extra.patients ?? []
    this.headers = extra.headers ?? (this.status === 401 ? challenge : {})
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** Creates a 422 for a field that the schema alone cannot validate. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('validation_failed', message, { fields: [{ path, message }] })
}

/** Creates the refusal `busy`. `cause` is for the log. */
export function busy(cause?: unknown): Refusal {
  return new Refusal('busy', 'The server is busy. Try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  })
}
