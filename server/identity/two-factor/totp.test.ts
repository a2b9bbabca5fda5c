import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { base32, newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts'

/** The secret of RFC 6238's test vectors. */
const secret = Buffer.from('12345678901234567890')

describe('codes of authenticator apps', () => {
  test('are those of RFC 6238, appendix B, at their last six digits', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const) {
      assert.equal(totpCode(secret, totpStep(seconds * 1000)), code)
    }
  })

  test('are good for their own half minute and for one before and after, typed with spaces or without', () => {
    const now = 1234567890_000
    for (const [steps, good] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const step = totpStep(now) + steps
      const expected = good ? step : null
      const code = totpCode(secret, step)
      assert.equal(stepOfCode(secret, code, { lastStep: 0, now }), expected)
      assert.equal(
        stepOfCode(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, { lastStep: 0, now }),
        expected,
      )
    }
    for (const code of ['', '5924', '0059240', '00592é', '005925', '٠٠٥٩٢٤']) {
      assert.equal(stepOfCode(secret, code, { lastStep: 0, now }), null)
    }
  })

  test('are good once, and none of an earlier half minute is good after it', () => {
    const now = 1234567890_000
    const step = totpStep(now)
    const after = (lastStep: number) =>
      [step - 1, step, step + 1].map((of) => stepOfCode(secret, totpCode(secret, of), { lastStep, now }))
    assert.deepEqual(after(step - 1), [null, step, step + 1])
    assert.deepEqual(after(step), [null, null, step + 1])
    assert.deepEqual(after(step + 1), [null, null, null])
  })

  test('come from a secret of 160 bits, in the form that apps expect', () => {
    assert.equal(newTotpSecret().length, 20)
    assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB')
    assert.equal(
      totpUri(secret, 'Käse & Co', 'ada+1@aerie.test'),
      'otpauth://totp/K%C3%A4se%20%26%20Co:ada%2B1%40aerie.test' +
        '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=K%C3%A4se%20%26%20Co',
    )
  })
})
