import type { createPatient, Input } from '#contract'
import { random } from './scene.ts'

/** `key` is what other parts of the story call the record; it was made so many `days` ago. */
export type Recorded = Input<typeof createPatient> & { key: string; days: number }

// Telephone numbers are of the block that Berlin keeps for films; addresses end in example.org.

const women =
  'Anna Sabine Leyla Katarzyna Birgit Charlotte Fatma Ingrid Julia Nina Petra Olga Renate Sevgi Ute Zofia'.split(
    ' ',
  )
const men =
  'Andreas Bilal Christian Dieter Emre Georg Hassan Jan Karl Lukas Matthias Oliver Stefan Uwe Viktor Werner'.split(
    ' ',
  )
const families =
  'Albrecht Aydın Becker Böhm Celik Dietrich Engel Fuchs Graf Hartmann Ivanova Jansen Kowalski Lange Mayer Neumann Öztürk Peters Richter Schäfer Šimić Thomas Ulrich Voigt Wagner Yılmaz Zimmermann'.split(
    ' ',
  )
const streets = ['Oranienstraße', 'Ritterstraße', 'Lindenstraße', 'Hasenheide', 'Urbanstraße', 'Am Park']
const districts = ['10969', '10967', '10999', '12047', '10961']

/** People of the neighbourhood, the same at each run. */
export function generated(count = 42): Recorded[] {
  const next = random(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  const digits = (length: number) => String(Math.floor(next() * 10 ** length)).padStart(length, '0')
  return Array.from({ length: count }, (_, index) => {
    const sex = next() < 0.54 ? 'female' : 'male'
    const givenName = pick(sex === 'female' ? women : men)
    const familyName = families[index % families.length]!
    const birthDate = `${1936 + Math.floor(next() * 84)}-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`
    return {
      key: `neighbour ${index}`,
      days: 117 - Math.floor((index / count) * 110),
      givenName,
      familyName,
      birthDate,
      sex,
      identifiers: [{ system: 'insurance', value: `${'ABCDKMTX'[index % 8]}${digits(9)}`, use: 'official' }],
      ...(next() < 0.85 && { phone: `+49 30 23125 ${digits(3)}` }),
      ...(next() < 0.6 && { email: `${plain(givenName)}.${plain(familyName)}@example.org` }),
      address: {
        line: `${pick(streets)} ${1 + Math.floor(next() * 140)}`,
        city: 'Berlin',
        postalCode: pick(districts),
        country: 'DE',
      },
    }
  })
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

const berlin = (line: string, postalCode: string) => ({ line, city: 'Berlin', postalCode, country: 'DE' })
const insurance = (value: string) => [{ system: 'insurance', value, use: 'official' as const }]

/** Names that put a page to the test, twins, a father and his son, and people recorded twice. */
export const remarkable: Recorded[] = [
  {
    key: 'fatima',
    days: 76,
    givenName: 'فاطمة الزهراء',
    familyName: 'الحسيني',
    birthDate: '1991-06-03',
    sex: 'female',
    identifiers: insurance('H410227714'),
    phone: '+49 30 23125 301',
    address: berlin('Sonnenallee 45', '12045'),
  },
  {
    key: 'noam',
    days: 61,
    givenName: 'נועם',
    familyName: 'כהן־מזרחי',
    birthDate: '1987-12-19',
    sex: 'male',
    phone: '+49 30 23125 302',
    address: berlin('Oranienburger Straße 28', '10117'),
  },
  {
    key: 'misaki',
    days: 44,
    givenName: '美咲',
    familyName: '佐藤',
    birthDate: '1996-04-11',
    sex: 'female',
    email: 'misaki.sato@example.org',
    address: { line: '神宮前1-2-3', city: '東京都渋谷区', postalCode: '150-0001', country: 'JP' },
  },
  {
    key: 'noura',
    days: 38,
    givenName: 'نورة',
    familyName: 'العجمي',
    birthDate: '1979-02-27',
    sex: 'female',
    address: { line: 'شارع الخليج العربي ٥', city: 'الكويت', country: 'KW' },
  },
  {
    key: 'long',
    days: 90,
    givenName: 'Maria Magdalena Theresia Antonia Walburga',
    familyName: 'von und zu Hohenstein-Wallersberg-Lichtenfels',
    birthDate: '1948-08-30',
    sex: 'female',
    identifiers: [
      ...insurance('A200910034'),
      { system: 'civil service', value: 'BVA-7781-22-9', use: 'secondary' },
    ],
    phone: '+49 30 23125 303',
    email: 'maria.magdalena.hohenstein-wallersberg-lichtenfels@example.org',
    address: berlin('Platz der Luftbrücke 4, Vorderhaus, 3. Obergeschoss links', '12101'),
  },
  { key: 'suharto', days: 29, familyName: 'Suharto', birthDate: '1969-01-01', sex: 'male' },
  {
    key: 'siobhan',
    days: 66,
    givenName: 'Siobhán',
    familyName: 'O’Súilleabháin',
    birthDate: '1983-10-31',
    sex: 'female',
    phone: '+49 30 23125 304',
    address: berlin('Bergmannstraße 9', '10961'),
  },
  ...(['Lea', 'Lena'] as const).map(
    (givenName): Recorded => ({
      key: givenName.toLowerCase(),
      days: 50,
      givenName,
      familyName: 'Hofmann',
      birthDate: '2018-05-14',
      sex: 'female',
      phone: '+49 30 23125 305',
      address: berlin('Urbanstraße 71', '10967'),
    }),
  ),
  ...(['1952-03-08', '1981-09-23'] as const).map(
    (birthDate, index): Recorded => ({
      key: index ? 'krueger jr' : 'krueger',
      days: 88 - index,
      givenName: 'Paul',
      familyName: 'Krüger',
      birthDate,
      sex: 'male',
      phone: '+49 30 23125 306',
      address: berlin('Hasenheide 110', '10967'),
    }),
  ),
  {
    key: 'brandt',
    days: 103,
    givenName: 'Johanna',
    familyName: 'Brandt',
    birthDate: '1974-11-02',
    sex: 'female',
    identifiers: insurance('B558120937'),
    phone: '+49 30 23125 307',
    address: berlin('Ritterstraße 16', '10969'),
  },
  {
    key: 'brand',
    days: 36,
    givenName: 'Johanna',
    familyName: 'Brand',
    birthDate: '1974-02-11',
    sex: 'female',
    identifiers: insurance('B558120973'),
    email: 'johanna.brandt@example.org',
    address: berlin('Ritterstr. 16', '10969'),
  },
  {
    key: 'vogel',
    days: 99,
    givenName: 'Katharina',
    familyName: 'Vogel',
    birthDate: '1984-03-12',
    sex: 'female',
    identifiers: insurance('K301226485'),
    phone: '+49 30 23125 308',
    email: 'k.vogel@example.org',
    address: berlin('Gneisenaustraße 53', '10961'),
  },
  {
    key: 'vogel again',
    days: 13,
    givenName: 'Catharina',
    familyName: 'Vogel',
    birthDate: '1984-03-12',
    sex: 'female',
    phone: '030 23125308',
  },
  {
    key: 'yildiz',
    days: 94,
    givenName: 'Mehmet',
    familyName: 'Yıldız',
    birthDate: '1979-11-02',
    sex: 'male',
    identifiers: insurance('M114500267'),
    address: berlin('Kottbusser Damm 70', '10967'),
  },
  {
    key: 'yildiz again',
    days: 4,
    givenName: 'Mehmet',
    familyName: 'Yildiz',
    birthDate: '1979-02-11',
    sex: 'male',
    identifiers: insurance('M114500267'),
    email: 'mehmet.yildiz@example.org',
  },
  {
    key: 'lefevre',
    days: 72,
    givenName: 'Anne-Marie',
    familyName: 'Lefèvre',
    birthDate: '1962-07-21',
    sex: 'female',
    phone: '+49 30 23125 309',
    address: berlin('Admiralstraße 1', '10999'),
  },
  {
    key: 'lefevre again',
    days: 9,
    givenName: 'Annemarie',
    familyName: 'Lefevre',
    birthDate: '1962-07-21',
    sex: 'unknown',
    address: berlin('Admiralstr. 1', '10999'),
  },
]
