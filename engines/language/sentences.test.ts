import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '#rules/languages'
import { sentencesIn } from './sentences.ts'

const sentencesOf = (text: string, language: string | null): string[] =>
  [...sentencesIn(text, { start: 0, end: text.length }, language)].map(({ start, end }) =>
    text.slice(start, end),
  )

/** Two sentences each; marks within the first end none. */
const texts: Record<string, [string, string]> = {
  ar: ['قال د. أحمد إن السعر مرتفع.', 'لم يرد أحد.'],
  cs: ['Dne 21. Listopadu přišel prof. Novák s J. K. Tylem na č. pět.', 'Nikdo neodpověděl.'],
  da: ['Den 3. Verdenskrig nævnte dir. Hansen bl.a. Jens i kap. Fire.', 'Ingen svarede.'],
  de: ['Ab dem 3. Advent zahlt Hr. Dr. med. K. Meyer lt. Vertrag z. B. Park- u. Fahrkosten.', 'Er klagt.'],
  el: ['Ο κ. Παπαδόπουλος και η δρ. Μαρία ζουν στην οδ. Αθηνάς.', 'Κανείς δεν απάντησε.'],
  en: [
    'Gen. J. R. Smith of Acme Inc. Boston asked “Why?” and met Rep. Jones at 5 p.m. Monday.',
    'Nobody paid.',
  ],
  es: ['La Sra. Pérez y el Dr. Gómez viven en la Avda. Mayor de EE. UU. Norte.', 'Nadie contestó.'],
  fi: ['Kokous on 21. Marraskuuta, esim. Tampereella, ks. Liite.', 'Kukaan ei vastannut.'],
  fr: ['« Pourquoi ? » demande M. Dupont à Mme. Durand, cf. Annexe.', 'Personne ne répond.'],
  hu: ['A XXI. Század elején dr. Kiss az 5. Kerületben, ld. Budapest, lakott.', 'Senki sem válaszolt.'],
  it: ['Il sig. Rossi e il dott. Bianchi, art. Tre, pagano ca. Mille euro.', 'Nessuno risponde.'],
  ja: ['彼は「高い。」と言った。', '誰も出なかった。'],
  ko: ['Dr. Kim이 가격이 높다고 말했다.', '아무도 대답하지 않았다.'],
  nl: ['Mevr. De Vries en dhr. J. Jansen betalen o.a. Parkeerkosten, zie blz. Vier.', 'Niemand antwoordde.'],
  no: ['Den 2. Verdenskrig nevnte dr. Hansen f.eks. Oslo.', 'Ingen svarte.'],
  pl: ['W XXI. Wieku prof. Nowak mieszkał przy ul. Długiej, np. Latem.', 'Nikt nie odpowiedział.'],
  pt: ['O Sr. Silva e a Dra. Costa moram na Av. Paulista, cf. Anexo.', 'Ninguém respondeu.'],
  ro: ['Dl. Popescu și dr. Ionescu locuiesc pe str. Lungă.', 'Nimeni nu a răspuns.'],
  ru: ['Проф. А. С. Иванов живёт на ул. Ленина и т. д. Там дорого.', 'Никто не ответил.'],
  sv: ['Dr. Svensson nämnde t.ex. Lund och prof. Ek.', 'Ingen svarade.'],
  tr: ['Toplantı 5. Cadde No. Üç, Atatürk Cad. Üzerinde Prof. Dr. Kaya ile.', 'Kimse cevap vermedi.'],
  uk: ['Проф. І. Франко живе на вул. Шевченка у м. Львів.', 'Ніхто не відповів.'],
  zh: ['“太贵了。”他说。', '没有人接电话。'],
}

describe('no sentence begins or ends within another', () => {
  for (const language of Object.keys(languages))
    test(`in ${new Intl.DisplayNames('en', { type: 'language' }).of(language)}`, () => {
      const text = texts[language]!.join(/ja|zh/.test(language) ? '' : ' ')
      assert.deepEqual(sentencesOf(text, language), texts[language])
    })

  test('whatever comes before it', () => {
    const text = 'The price is high. Nobody told us in 2021. Then it rose! so they say.\n\nNo. 5 costs more'
    const expected = ['The price is high.', 'Nobody told us in 2021.', 'Then it rose! so they say.']
    assert.deepEqual(sentencesOf(text, 'en'), [...expected, 'No. 5 costs more'])
    assert.deepEqual(sentencesOf('3. Liga wird teuer. Das ist viel.', 'de'), [
      '3. Liga wird teuer.',
      'Das ist viel.',
    ])
    const unknown = ['Ab dem 21. November zahlt Dr. K. Meyer z. B. Parkkosten.', 'And so. No!'].join(' ')
    assert.deepEqual(sentencesOf(unknown, null), [unknown.slice(0, 56), 'And so.', 'No!'])
    assert.deepEqual(sentencesOf('Das ist viel. 3. Er zahlt.', null), ['Das ist viel.', '3.', 'Er zahlt.'])
    assert.deepEqual(sentencesOf('Das war 2021. Dipl.-Ing. Ey zahlt.', 'de'), [
      'Das war 2021.',
      'Dipl.-Ing. Ey zahlt.',
    ])
    assert.deepEqual(sentencesOf('Paid? No. Ask Dr.\nAda', 'en'), ['Paid?', 'No.', 'Ask Dr.', 'Ada'])
    assert.deepEqual(sentencesOf('Is it? no! why not', 'en'), ['Is it? no! why not'])
    assert.deepEqual(sentencesOf('is it? no! why not', 'en'), ['is it?', 'no!', 'why not'])
  })

  test('however far a name is from the abbreviation before it', () => {
    const text = `They met Dr.${' '.repeat(40)}Meyer.`
    assert.deepEqual(sentencesOf(text, 'en'), [text])
  })

  test('if it begins with a number', () => {
    assert.deepEqual(sentencesOf('3 offers? none was good', 'en'), ['3 offers? none was good'])
  })

  test('because a long line is wrapped, unless a list follows', () => {
    const [long, short] = ['We talked about the price of the license with', 'We talked about the price with']
    assert.deepEqual(sentencesOf(`${long}\nPeter.`, 'en'), [`${long}\nPeter.`])
    assert.deepEqual(sentencesOf(`${short}\nPeter.`, 'en'), [short, 'Peter.'])
    assert.deepEqual(sentencesOf(`${long}\n- Peter`, 'en'), [long, '- Peter'])
  })
})

test('speech without punctuation is divided at a late space, or else between characters', () => {
  const halves = ['a'.repeat(300), 'b'.repeat(200)]
  assert.deepEqual(sentencesOf(halves.join(' '), 'en'), halves)
  assert.deepEqual(sentencesOf(`a ${'b'.repeat(500)}`, 'en'), [`a ${'b'.repeat(398)}`, 'b'.repeat(102)])
  assert.deepEqual(sentencesOf(`${'b'.repeat(399)}😀${'b'.repeat(9)}`, 'en'), [
    'b'.repeat(399),
    `😀${'b'.repeat(9)}`,
  ])
})

test('a word of any length ends a sentence, unless it is abbreviated in parts', () => {
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
  const sentences = [`Es heißt ${long}.`, 'Es gilt nicht mehr, sagt Dipl.-Ing. Meier.']
  assert.deepEqual(
    sentencesOf(`${sentences[0]} ${sentences[1]}`, 'de').map((one) => one.trim()),
    sentences,
  )
})
