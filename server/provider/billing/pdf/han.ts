import type { Seller } from '../seller.ts'
import type { Han } from './families.ts'
import type { PrintedInvoice } from './printed.ts'

const chinese = 'noto-sans-sc'
const japanese = 'noto-sans-jp'
const korean = 'noto-sans-kr'

const byCountry: Record<string, Han> = {
  JP: japanese,
  KR: korean,
  CN: chinese,
  TW: chinese,
  HK: chinese,
  MO: chinese,
  SG: chinese,
}
const byCurrency: Record<string, Han> = {
  JPY: japanese,
  KRW: korean,
  CNY: chinese,
  TWD: chinese,
  HKD: chinese,
}

/**
 * Returns the font whose shapes of Chinese characters suit a text: by kana or hangul in the text, else by the country of
 * the seller or buyer or the currency, else by kana or hangul anywhere in the invoice, else the Chinese one.
 */
export function createHan(invoice: PrintedInvoice, seller: Seller): (text: string) => Han {
  const everything = JSON.stringify([invoice, seller])
  const usual =
    byCountry[seller.letterhead.country] ??
    byCountry[invoice.billTo.country ?? ''] ??
    byCurrency[invoice.currency] ??
    scriptIn(everything) ??
    chinese
  return (text) => scriptIn(text) ?? usual
}

function scriptIn(text: string): Han | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese
  if (/\p{Script=Hangul}/u.test(text)) return korean
  return undefined
}
