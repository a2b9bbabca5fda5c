import { errors, type Problem } from '#contract'
import { busy, isUnavailable } from '../database/retrying.ts'
import { Refusal } from '../refusal.ts'

/** Fastify's own complaints about a request, as ours. */
const ofFastify: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal(
    'unsupported_media_type',
    'Send the body as application/json, or where a file can be sent as multipart/form-data.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal(
    'invalid_json',
    'The body is shorter or longer than announced.',
  ),
  FST_ERR_BAD_URL: new Refusal('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal('not_found'),
}

/** What to answer to whatever was thrown. What is not a refusal becomes 500, or 503 where the database is away. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    ofFastify[code] ??
    (isUnavailable(error) ? busy() : new Refusal('internal', 'Something went wrong on our side.'))
  )
}

/** The body of a refusal, RFC 9457. A 401 names no request, so that all refusals of a key are alike to the byte. */
export function toProblem(refusal: Refusal, requestId: string): Problem {
  const { status, title } = errors[refusal.code]
  return {
    type: `/api/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    ...(status !== 401 && { requestId }),
    ...(refusal.fields.length > 0 && { errors: refusal.fields }),
  }
}
