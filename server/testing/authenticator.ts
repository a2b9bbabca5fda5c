import { totpCode, totpStep } from '../identity/two-factor/totp.ts'

/** What an authenticator app with this secret shows now, or so many steps of 30 s before or after. */
export const codeOf = (secret: string, steps = 0): string => totpCode(fromBase32(secret), totpStep() + steps)

/** A code that is wrong now and in the next minute. */
export function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps))
  const digits = '0123456789'
  return [...digits].map((digit) => digit.repeat(6)).find((code) => !near.includes(code)) ?? ''
}

/** RFC 4648. */
export function fromBase32(text: string): Buffer {
  const value = (letter: string) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)
  const bits = [...text].map((letter) => value(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
