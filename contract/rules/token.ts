import { findTokens, tokenPattern } from './find-tokens.ts'

/** Computes the SHA-256 of an ASCII text, as lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string

/** The format of an API key's token, `aie_<8 hex>_<43 base64url>`. The checksum is not part of it. */
export const tokenFormat = new RegExp(`^${tokenPattern.source}$`)

/** The visible start of a token, which is not secret: `aie_<8 hex>`. */
export const prefixFormat = /^aie_[0-9a-f]{8}$/

/** Returns the prefix of a token: its eight digits are the first 32 bits of the SHA-256 of the secret part. */
export const prefixOf = (secret: string, sha256: Sha256): string => `aie_${sha256(secret).slice(0, 8)}`

/** Returns whether a text is a token by its format and its checksum. Only the database knows whether it was issued. */
export const hasFormatAndChecksum = (text: string, sha256: Sha256): boolean =>
  tokenFormat.test(text) && hasChecksum(text, sha256)

/** Finds the different tokens in a text, in order, encoded ones, too. */
export const tokensIn = (text: string, sha256: Sha256): string[] => [
  ...new Set(findTokens(text, sha256).map(({ token }) => token)),
]

/** Finds the parts by their offsets, because base64url can contain underscores. */
const hasChecksum = (token: string, sha256: Sha256) => token.startsWith(prefixOf(token.slice(13), sha256))
