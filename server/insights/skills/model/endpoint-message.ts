const longest = 500

/**
 * Returns what an endpoint says about an error, for admins: on one line, at most 500 characters, without the key.
 * Understands the bodies of OpenAI, of FastAPI (`detail`), and text.
 */
export function endpointMessage(body: string, key: string | undefined): string | null {
  const message = withoutKey(messageIn(body) ?? body, key)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (!message) return null
  return message.length <= longest ? message : `${message.slice(0, longest - 1).toWellFormed()}…`
}

function messageIn(body: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  // Some endpoints wrap the error in a list.
  const [whole] = [value].flat() as unknown[]
  const { error, message, detail } = Object(whole) as Record<string, unknown>
  const found = [Object(error).message, error, message, detail].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return (found as string | undefined) ?? null
}

/** An endpoint may also repeat other credentials, such as those of a proxy. */
const withoutKey = (text: string, key: string | undefined): string =>
  (key ? text.replaceAll(key, '[key]') : text)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]')
    .replace(/\b(?:sk|pk|key|api)-[\w-]{12,}/gi, '[key]')
