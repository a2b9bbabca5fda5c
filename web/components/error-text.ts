import { ApiError } from '#client'
import { isUnreachable, MissingCode } from '../connection.ts'

export interface ErrorText {
  /** What happened. */
  title: string
  /** What to do about it. */
  advice: string
  requestId?: string | undefined
}

const advice: Partial<Record<ApiError['code'], string>> = {
  access_required: 'Ask an owner or admin for access.',
  forbidden: 'If you need to do this, ask an admin or the owner.',
  session_required: 'Sign in with the browser to do this.',
  foreign_origin: 'Open Aerie at the address configured as BASE_URL and try again.',
  stale_version: 'Your changes were not saved. Review the latest version and make them again.',
  already_done: 'The first attempt succeeded. Reload the page to see the result.',
  payload_too_large: 'Make it smaller and try again.',
  validation_failed: 'Correct the fields in red and try again.',
  busy: 'Wait a moment and try again.',
  internal: 'Try again. If it happens again, send the request id below to your administrator.',
}

/** Explains a failed call to the user. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) {
    const { title, detail, code, status, requestId } = error.problem
    const reason = detail && detail !== title && status < 500 ? detail : undefined
    return {
      title: reason ?? title,
      advice: advice[code] ?? (status === 404 ? 'It may have been deleted, or the address is wrong.' : ''),
      requestId: requestId ?? error.headers.get('x-request-id') ?? undefined,
    }
  }
  if (error instanceof MissingCode) {
    return {
      title: 'This could not be loaded',
      advice: 'Aerie was probably updated. Save your work, then reload the page.',
    }
  }
  if (isUnreachable(error)) {
    return {
      title: 'Aerie cannot be reached',
      advice: 'Check your connection, and that the server is running. Then try again.',
    }
  }
  return {
    title: 'Something went wrong on this page',
    advice: 'Try again, or reload the page. If it happens again, tell your administrator what you did.',
  }
}
