import { currency } from '#contract'

/** Prices of a million tokens, as decimals. */
export interface ModelPrices {
  input: string
  output: string
  currency: string
}

/** Reads prices such as `0.15/0.60 USD`. @returns null if they are not valid */
export function readModelPrices(text: string): ModelPrices | null {
  const parts = /^(?<input>\d{1,6}(?:\.\d{1,6})?)\/(?<output>\d{1,6}(?:\.\d{1,6})?) (?<code>[A-Z]{3})$/.exec(
    text.trim(),
  )
  const { input = '', output = '', code = '' } = parts?.groups ?? {}
  return currency.safeParse(code).success ? { input, output, currency: code } : null
}
