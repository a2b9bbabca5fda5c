/**
 * Every error that a caller can be given: its HTTP status and its title (RFC 9457). The code is what programs
 * branch on and never changes its meaning; the `detail` of an answer is for people and may.
 */
export const errors = {
  invalid_request: { status: 400, title: 'The request is not valid HTTP' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_form: { status: 400, title: 'The body is not a valid multipart form with one file' },
  unauthenticated: { status: 401, title: 'Authentication is required' },
  invalid_credentials: { status: 401, title: 'The e-mail address or the password is wrong' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  session_required: { status: 403, title: 'This can only be done signed in, in the browser' },
  foreign_origin: { status: 403, title: 'The request does not come from this application' },
  owner_promotion_forbidden: { status: 403, title: 'Nobody can be made owner here' },
  setup_code_wrong: { status: 403, title: 'The set-up code is wrong' },
  not_found: { status: 404, title: 'There is nothing here' },
  api_key_not_found: { status: 404, title: 'There is no such API key' },
  document_not_found: { status: 404, title: 'There is no such receipt or adjustment' },
  invoice_not_found: { status: 404, title: 'There is no such invoice' },
  item_not_found: { status: 404, title: 'There is no such item' },
  location_not_found: { status: 404, title: 'There is no such location' },
  lot_not_found: { status: 404, title: 'The item has no such lot' },
  merge_not_found: { status: 404, title: 'There is no such merge' },
  not_duplicates_not_found: { status: 404, title: 'There is no such mark' },
  patient_not_found: { status: 404, title: 'There is no such patient' },
  invitation_not_found: { status: 404, title: 'There is no such invitation' },
  project_not_found: { status: 404, title: 'There is no such project' },
  run_not_found: { status: 404, title: 'There is no such run' },
  skill_not_found: { status: 404, title: 'There is no such skill' },
  source_not_found: { status: 404, title: 'There is no such source' },
  tracker_not_found: { status: 404, title: 'There is no such tracker' },
  user_not_found: { status: 404, title: 'There is no such member' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  already_done: { status: 409, title: 'This was done already, and its answer held a secret' },
  already_invited: { status: 409, title: 'This address has an open invitation' },
  already_reversed: { status: 409, title: 'This was reversed already' },
  already_set_up: { status: 409, title: 'Aerie is set up already' },
  credit_exceeds_invoice: { status: 409, title: 'There is not that much left to credit' },
  delivery_note_reused: { status: 409, title: 'This delivery note was received with other content' },
  email_taken: { status: 409, title: 'This address has an account' },
  expired_on_arrival: { status: 409, title: 'What was delivered has expired' },
  gtin_taken: { status: 409, title: 'Another item has this GTIN' },
  insufficient_stock: { status: 409, title: 'There is not enough in stock' },
  invitation_accepted: { status: 409, title: 'The invitation was accepted already' },
  invitation_expired: { status: 409, title: 'The invitation has expired' },
  invoice_has_credit_notes: { status: 409, title: 'The invoice has credit notes' },
  invoice_has_payments: { status: 409, title: 'Something was paid on the invoice' },
  invoice_issued: { status: 409, title: 'The invoice is issued, and frozen' },
  invoice_not_en16931: { status: 409, title: 'EN 16931 cannot say such an invoice' },
  invoice_not_issued: { status: 409, title: 'The invoice is not issued' },
  invoice_void: { status: 409, title: 'The invoice is void' },
  item_has_moved: { status: 409, title: 'How an item is tracked is fixed once it has moved' },
  letterhead_incomplete: { status: 409, title: 'The letterhead lacks what such an invoice must say' },
  location_name_taken: { status: 409, title: 'Another location has this name' },
  lot_expiry_differs: { status: 409, title: 'The lot has another expiry date' },
  merge_collision: { status: 409, title: 'The records have what one person cannot have twice' },
  merge_undone: { status: 409, title: 'The merge was undone already' },
  merge_with_itself: { status: 409, title: 'A record cannot be merged with itself' },
  model_not_configured: { status: 409, title: 'The skill needs a model, and none is configured' },
  not_duplicates: { status: 409, title: 'The two are marked as being of different people' },
  not_reversible: { status: 409, title: 'This cannot be reversed here' },
  overpayment: { status: 409, title: 'That is more than is due' },
  owner_protected: { status: 409, title: 'The owner can be neither demoted nor disabled' },
  patient_merged: { status: 409, title: 'The record was merged into another' },
  project_archived: { status: 409, title: 'The project is archived' },
  run_finished: { status: 409, title: 'The run has finished' },
  run_not_finished: { status: 409, title: 'The run has not finished' },
  skill_built_in: { status: 409, title: 'The skill is built in' },
  skill_name_taken: { status: 409, title: 'Another skill has this name' },
  sku_taken: { status: 409, title: 'Another item has this SKU' },
  source_not_failed: { status: 409, title: 'The source has not failed' },
  source_not_ready: { status: 409, title: 'The text of the source is not there yet' },
  stale_version: { status: 409, title: 'Someone changed this in the meantime' },
  stock_moved: { status: 409, title: 'The stock is not what it was expected to be' },
  too_many_skills: { status: 409, title: 'There are as many skills as there can be' },
  too_many_trackers: { status: 409, title: 'The project has as many trackers as it can have' },
  undo_blocked: { status: 409, title: 'The merge cannot be undone' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not of a type that this address takes' },
  validation_failed: { status: 422, title: 'The input is not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  headers_too_large: { status: 431, title: 'The address and the headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  busy: { status: 503, title: 'The server cannot take this right now' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errors

/** What any operation may answer beyond the errors that it lists itself. */
export const commonErrors = [
  'invalid_json',
  'unauthenticated',
  'forbidden',
  'session_required',
  'foreign_origin',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'idempotency_key_reused',
  'already_done',
  'busy',
  'internal',
] as const satisfies readonly ErrorCode[]

/** The body of every refusal: RFC 9457 with a code, and one entry per wrong field. A 401 has no `requestId`. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  requestId?: string
  errors?: { path: string; message: string }[]
}
