import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languageOf } from './recognize.ts'

const sentences = {
  ar: 'وصل التسليم متأخرا ولم يرد أحد',
  cs: 'Dodávka přišla pozdě a nikdo neodpověděl',
  da: 'Leveringen kom for sent, og ingen svarede på vores opkald',
  de: 'Die Lieferung kam zu spät und niemand hat geantwortet',
  en: 'I like the new design but the menu is confusing',
  es: 'La entrega llegó tarde y nadie contestó',
  fi: 'Toimitus saapui myöhässä eikä kukaan vastannut',
  fr: 'La livraison est arrivée en retard et personne ne répond',
  hu: 'A szállítás késve érkezett, és senki sem válaszolt',
  it: 'La consegna è arrivata in ritardo e nessuno ha risposto',
  ja: '配送が遅れ、誰も電話に出ませんでした',
  nl: 'De levering kwam te laat en niemand antwoordde',
  pl: 'Dostawa przyszła za późno i nikt nie odpowiedział',
  pt: 'A entrega chegou atrasada e ninguém respondeu',
  ro: 'Livrarea a întârziat și nimeni nu a răspuns',
  ru: 'Доставка опоздала, и никто не ответил',
  sv: 'Leveransen kom för sent och ingen svarade',
  tr: 'Teslimat geç geldi ve kimse cevap vermedi',
  uk: 'Доставка запізнилася і ніхто не відповів',
}

test('a sentence has its language', async () => {
  for (const [language, sentence] of Object.entries(sentences))
    assert.equal(await languageOf(sentence), language, sentence)
  assert.equal(await languageOf('Then it spoke of pangolins.'), 'en')
})

test('names, numbers and random letters have none', async () => {
  for (const text of [
    '',
    'ok',
    'INV-2024-001 SKU 8831',
    'x1y2 z3 44 55',
    'asdf qwer zxcv uiop hjkl',
    'a'.repeat(500),
  ])
    assert.equal(await languageOf(text), null, text)
})

describe('the language comes from words', () => {
  const text = `${sentences.en}. The price is too high for us, and nobody told us about it in time.`
  const others: Record<string, string> = {
    bars: text.split(' ').join(' | '),
    'a table': `| Name | Preference |\n|------|------:|\n${text.replaceAll(' ', ' | ')} |\n`,
    dandas: text.split(' ').join(' । '),
    rules: `${'═'.repeat(300)}\n${text}\n${'-'.repeat(900)}\n${'* '.repeat(400)}`,
    addresses: `${'https://www.beispiel.example/der/preis-ist-viel-zu-hoch?und=nicht '.repeat(40)}\n${text}`,
    code: `${text}\n\`\`\`\nsi (el_precio > demasiado_alto) { la_casa.está_en = para_que; }\n${'el precio es alto para que no'.repeat(20)}\n\`\`\`\n`,
    'code with line ends of Windows': `${text}\r\n${'si (es así) para que la casa no cueste tanto, el precio = el precio de la casa;\r\n'.repeat(60)}`,
    identifiers: `${'der_preis_ist_nicht DerPreisIstNicht der.preis.nicht 12-und-34 '.repeat(50)}\n${text}`,
    'addresses at both ends': `${'https://пример.example/цена-слишком-высока '.repeat(900)}\n${`${text} `.repeat(30)}${'| | '.repeat(9_000)}`,
  }
  for (const [name, other] of Object.entries(others))
    test(`not from ${name}`, async () => {
      assert.equal(await languageOf(other), 'en')
    })
})
