import { ApiError } from '#client'

export interface ErrorText {
  /** What happened. */
  title: string
  /** What to do about it. */
  advice: string
  requestId?: string | undefined
}

const advice: Partial<Record<ApiError['code'], string>> = {
  forbidden: 'Ask an admin or the owner, if you need to do this.',
  session_required: 'Sign in in the browser to do this.',
  foreign_origin: 'Open Aerie at the address that its administrator set as BASE_URL, and try again.',
  stale_version: 'Nothing of yours was saved. Look at the newest, and do it again if you still want to.',
  already_done: 'It went through the first time. Reload the page to see it.',
  payload_too_large: 'Make it smaller and try again.',
  validation_failed: 'Correct what is marked and try again.',
  busy: 'Wait a moment and try again.',
  internal: 'Try again. If it happens again, give the request id below to your administrator.',
}

/** What a person is told about a call that failed. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) {
    const { title, detail, code, status, requestId } = error.problem
    const says = detail && detail !== title && status < 500 ? detail : undefined
    return {
      title: says ?? title,
      advice: advice[code] ?? (status === 404 ? 'It may have been deleted, or the address is wrong.' : ''),
      requestId: requestId ?? error.headers.get('x-request-id') ?? undefined,
    }
  }
  if (error instanceof TypeError && unreachable.test(error.message)) {
    return {
      title: 'Aerie cannot be reached',
      advice: 'Check your connection, and that the server is running. Then try again.',
    }
  }
  if (error instanceof SyntaxError) {
    return {
      title: 'The answer could not be read',
      advice: 'Something between this browser and Aerie may be in the way. Try again in a moment.',
    }
  }
  return {
    title: 'Something went wrong on this page',
    advice: 'Try again, or reload the page. If it happens again, tell your administrator what you did.',
  }
}

/** What Chromium, Firefox and Safari say when nothing answers. */
const unreachable = /fetch|NetworkError|Load failed/
