/**
 * Reads the secrets in SECRET or its file: one, or several separated by commas, newest first. A comma in a secret is
 * written as `%2C`.
 * @throws Error with a sentence that repeats no part of them
 */
export function readSecretList(text: string): string[] {
  const items = text.split(',')
  const secrets = items.length === 1 ? items : items.map((item) => item.trim())
  if (items.length > 1 && secrets.includes('')) throw new Error('One of the secrets is empty')
  if (secrets.some((secret) => secret.length < 32))
    throw new Error(
      items.length === 1
        ? 'At least 32 characters'
        : 'Each secret needs at least 32 characters. Commas separate secrets; write one in a secret as %2C',
    )
  if (new Set(secrets).size < secrets.length) throw new Error('A secret is listed twice')
  return secrets.map((secret) => secret.replaceAll('%2C', ','))
}

/** Writes secrets as `readSecretList` reads them. */
export const secretListText = (secrets: readonly string[]): string =>
  secrets.map((secret) => secret.replaceAll(',', '%2C')).join(',')
