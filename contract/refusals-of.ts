import { roles } from './actor.ts'
import { commonErrors, type ErrorCode, errors } from './errors.ts'
import type { Operation } from './operation.ts'
import { showsPatients } from './shown-patients.ts'
import { takesIdempotencyKey } from './traits.ts'

/** Returns every error code of an operation: its own and the common ones that apply to it. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const {
    method,
    allow,
    access,
    credentials,
    confirmation,
    grants,
    inServiceSession,
    beforeTwoFactor,
    params,
    replay,
  } = operation
  const takesKey = takesIdempotencyKey(operation)
  const hasOwn404 = operation.errors.some((code) => errors[code].status === 404)
  const possible: Partial<Record<ErrorCode, boolean>> = {
    unauthenticated: allow !== 'anyone',
    forbidden: allow !== 'anyone' && !roles.every((role) => allow.includes(role)),
    access_required: Object.keys(access).length > 0,
    session_required: credentials === 'session',
    confirmation_required: confirmation || grants !== null,
    service_session: allow !== 'anyone' && !inServiceSession,
    two_factor_required: allow !== 'anyone' && !beforeTwoFactor,
    foreign_origin: method !== 'GET',
    // A malformed id gets the same error as an unknown one.
    not_found: Object.keys(params.shape).length > 0 && !hasOwn404,
    method_not_allowed: false,
    invalid_json: method !== 'GET',
    payload_too_large: method !== 'GET',
    unsupported_media_type: method !== 'GET',
    idempotency_key_reused: takesKey,
    already_done: takesKey && (replay === 'never' || showsPatients(operation)),
  }
  const ofForm: ErrorCode[] = operation.form ? ['invalid_form'] : []
  const ofGrants: ErrorCode[] = grants ? ['too_many_grants'] : []
  return [
    ...commonErrors.filter((code) => possible[code] !== false),
    ...ofForm,
    ...ofGrants,
    ...operation.errors,
  ]
}
