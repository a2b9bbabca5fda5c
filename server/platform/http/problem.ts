import { errors, type Problem } from '#contract'
import { own } from '#rules/own'
import { isTemporary } from '../database/retrying.ts'
import { busy, Refusal } from '../refusal.ts'

/** Fastify's own errors about a request, as refusals. */
const ofFastify: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal(
    'unsupported_media_type',
    'Send the body as application/json, or as multipart/form-data if the operation takes a file.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal(
    'invalid_json',
    'The length of the body does not match Content-Length.',
  ),
  FST_ERR_BAD_URL: new Refusal('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal('not_found'),
  FST_STATIC_FORBIDDEN_PATH: new Refusal('not_found'),
}

/** Returns a refusal for any error: other errors become 500, or 503 if the database is unavailable or busy. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    own(ofFastify, code) ??
    (isTemporary(error) ? busy(error) : new Refusal('internal', 'Something went wrong on our side.'))
  )
}

/** Returns the response body (RFC 9457). A 401 has no request id, so that all refused keys get byte-identical responses. */
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
