import { z } from 'zod'
import { text } from './fields.ts'
import { own } from './own.ts'

/** The code list Electronic Address Scheme (EAS) of EN 16931, as of 2026. */
const schemes = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191
  0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218
  0219 0220 0221 0225 0230 0235 0240 0244 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929
  9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952
  9953 9957 9959 AN AQ AS AU EM`.split(/\s+/),
)

interface Format {
  name: string
  pattern: RegExp
  /** Whether the check digits are right. */
  isValid?: (value: string) => boolean
}

/** The schemes whose values receivers check, by the rules PEPPOL-COMMON-R040 to R050. */
const formats: Record<string, Format> = {
  '0007': { name: 'Swedish organisation number', pattern: /^\d{10}$/, isValid: (value) => luhn(value) },
  '0088': {
    name: 'GLN',
    pattern: /^\d{13}$/,
    isValid: (value) => weighted(value, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  },
  '0151': {
    name: 'Australian business number',
    pattern: /^[1-9]\d{10}$/,
    isValid: (value) =>
      weighted(String(Number(value[0]) - 1) + value.slice(1), [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) %
        89 ===
      0,
  },
  '0184': { name: 'Danish CVR number', pattern: /^DK\d{8}$/ },
  '0192': {
    name: 'Norwegian organisation number',
    pattern: /^\d{9}$/,
    isValid: (value) => weighted(value, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  '0208': {
    name: 'Belgian enterprise number',
    pattern: /^\d{10}$/,
    isValid: (value) => 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8)),
  },
  EM: { name: 'email address', pattern: z.regexes.email },
}

export interface ElectronicAddress {
  scheme: string
  value: string
}

/** Splits an electronic address, or returns null if it has no scheme. */
export function splitElectronicAddress(address: string): ElectronicAddress | null {
  const [, scheme, value] = /^([0-9]{4}|[A-Z]{2}):(\S+)$/.exec(address) ?? []
  return scheme && value ? { scheme, value } : null
}

/** Returns what is wrong with an electronic address, or null. */
function problemIn(address: string): string | null {
  const parts = splitElectronicAddress(address)
  if (!parts)
    return 'Enter the scheme and the address, such as 9930:DE123456789, 0088:4012345000009 or EM:desk@clinic.example'
  if (!schemes.has(parts.scheme)) return `Scheme ${parts.scheme} is not in the EAS code list`
  const format = own(formats, parts.scheme)
  if (!format) return null
  const isValid = format.pattern.test(parts.value) && (format.isValid?.(parts.value) ?? true)
  return isValid ? null : `Not a valid ${format.name}`
}

/**
 * An electronic address (BT-34, BT-49) as Peppol participants write it: the code of its scheme, a colon and the value.
 * @param min 0 if it can be empty
 */
export const electronicAddress = (min: 0 | 1) =>
  text(min, 258).superRefine((address, { addIssue }) => {
    const problem = address === '' ? null : problemIn(address)
    if (problem) addIssue({ code: 'custom', message: problem })
  })

const digits = (value: string) => Array.from(value, Number)

const weighted = (value: string, weights: number[]): number =>
  digits(value).reduce((sum, digit, at) => sum + digit * weights[at]!, 0)

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1). */
const luhn = (value: string): boolean =>
  digits(value)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((sum, digit) => sum + digit, 0) %
    10 ===
  0
