import type { Invoice } from '#contract'
import type { Seller } from '../seller.ts'
import type { Han } from './families.ts'

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
 * Whose shapes of the Chinese characters a text is shown in: those of the script that it also holds, else those of the
 * country that the invoice is from or goes to, else those of a kana or hangul anywhere in it, else Chinese ones.
 */
export function createHan(invoice: Invoice, seller: Seller): (text: string) => Han {
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
