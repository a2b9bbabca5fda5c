import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Time-based one-time passwords (RFC 6238, RFC 4226) as all authenticator apps support them: SHA-1, 30 s, 6 digits.

const stepSeconds = 30
const digits = 6

/** Creates a secret of 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20)

/** Returns the step of a time in milliseconds. */
export const totpStep = (at: number = Date.now()): number => Math.floor(at / 1000 / stepSeconds)

/** Returns the code of a step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(19) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * Returns the step of a code: the current one or a neighbour, because clocks differ and typing takes time. Null for a
 * wrong code, and for one of `lastStep` or earlier, which was already used.
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { lastStep, now = Date.now() }: { lastStep: number; now?: number },
): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const current = totpStep(now)
  const matches = [current - 1, current, current + 1].filter((step) => {
    const right = Buffer.from(totpCode(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return matches.find((step) => step > lastStep) ?? null
}

/** Returns the URI for the QR code, in the form that apps agree on without a standard. */
export function totpUri(secret: Buffer, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes whole groups of five bytes (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (group) => alphabet[Number.parseInt(group, 2)] ?? '')
}
