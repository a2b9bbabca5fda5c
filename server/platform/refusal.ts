import { type ErrorCode, errors } from '#contract'

export interface FieldError {
  path: string
  message: string
}

/** What a handler throws to refuse: a code of the catalogue and a sentence for the person who reads it. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    detail: string = `${errors[code].title}.`,
    extra: { fields?: FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, extra.cause === undefined ? {} : { cause: extra.cause })
    this.code = code
    this.fields = extra.fields ?? []
    this.headers = extra.headers ?? {}
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** Refuses an input that the schema could not judge: 422 with an entry for the field. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('validation_failed', message, { fields: [{ path, message }] })
}
