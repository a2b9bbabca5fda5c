import type { Seller } from '#rules/letterhead'
import { own } from '#rules/own'
import type { Printed } from './printed.ts'

const chinese = 'Noto Sans SC'
const japanese = 'Noto Sans JP'
const korean = 'Noto Sans KR'

const byCountry: Record<string, string> = {
  JP: japanese,
  KR: korean,
  CN: chinese,
  TW: chinese,
  HK: chinese,
  MO: chinese,
  SG: chinese,
}
const byCurrency: Record<string, string> = {
  JPY: japanese,
  KRW: korean,
  CNY: chinese,
  TWD: chinese,
  HKD: chinese,
}

/**
 * Returns the font whose shapes of Chinese characters suit texts without kana or hangul: by the country of the seller or
 * buyer or the currency, else by kana or hangul anywhere in the document, else the Chinese one.
 */
export function usualHan<Document extends Pick<Printed, 'billTo' | 'currency'>>(
  document: Document,
  seller: Seller,
): string {
  return (
    own(byCountry, seller.letterhead.country) ??
    own(byCountry, document.billTo.country ?? '') ??
    own(byCurrency, document.currency) ??
    scriptIn(JSON.stringify([document, seller])) ??
    chinese
  )
}

function scriptIn(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese
  if (/\p{Script=Hangul}/u.test(text)) return korean
  return undefined
}
