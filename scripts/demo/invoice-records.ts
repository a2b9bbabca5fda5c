import type { createInvoice, Input, PaymentMethod } from '#contract'
import { fridge } from './stock-records.ts'

type Given = Input<typeof createInvoice>
type Line = Given['lines'][number] & { sku?: string; place?: string }

export interface Invoiced {
  patient: string
  /** Made so many days ago; 0 is within the last hour. */
  days: number
  lines: Line[]
  /** What else is said of it. */
  with?: Omit<Given, 'patientId' | 'lines'>
  /** Without an amount, all that is due. */
  payments?: { days: number; amount?: string; method: PaymentMethod; reference?: string }[]
  credit?: { days: number; reason: string; line?: number; restock?: boolean }
  voided?: { days: number; reason: string }
}

const consultation: Line = { description: 'Consultation', code: 'GOÄ 3', quantity: 1, unitPrice: '68.00' }
const checkUp: Line = {
  description: 'Check-up with blood pressure and ECG',
  code: 'GOÄ 29',
  quantity: 1,
  unitPrice: '112.50',
}
const bloodTest: Line = {
  description: 'Blood test, large',
  code: 'GOÄ 3550',
  quantity: 1,
  unitPrice: '34.20',
}
const homeVisit: Line = { description: 'Home visit', code: 'GOÄ 50', quantity: 1, unitPrice: '95.40' }
const certificate: Line = {
  description: 'Medical certificate for sports',
  quantity: 1,
  unitPrice: '25.00',
  taxRate: 19,
  taxCategory: 'S',
}
const travelAdvice: Line = {
  description: 'Advice before travelling, half an hour',
  quantity: '0.5',
  unitPrice: '76.00',
  taxRate: 19,
  taxCategory: 'S',
}
const cookbook: Line = {
  description: 'Book: Cooking with diabetes',
  quantity: 1,
  unitPrice: '18.60',
  taxRate: 7,
  taxCategory: 'S',
}
const tetanus: Line = {
  description: 'Tetanus and diphtheria vaccination',
  quantity: 1,
  unitPrice: '31.00',
  sku: 'TETA-05',
  place: fridge,
}
const influenza: Line = {
  description: 'Influenza vaccination',
  quantity: 1,
  unitPrice: '27.00',
  sku: 'FLU-26',
  place: fridge,
}
const antibiotic: Line = {
  description: 'Amoxicillin 500 mg',
  quantity: 20,
  unitPrice: '0.55',
  sku: 'AMOX-500',
}
const suture: Line = {
  description: 'Care of a wound, with suture',
  code: 'GOÄ 2003',
  quantity: 1,
  unitPrice: '58.30',
  sku: 'SUT-40',
}

const paid = (days: number, method: PaymentMethod, reference?: string) => [
  { days, method, ...(reference && { reference }) },
]
const neighbour = (index: number): string => `neighbour ${index}`

export const invoiced: Invoiced[] = [
  {
    patient: 'brandt',
    days: 101,
    lines: [consultation, bloodTest],
    payments: paid(92, 'transfer', 'LH-00001'),
  },
  { patient: neighbour(2), days: 98, lines: [checkUp], payments: paid(98, 'card') },
  { patient: 'vogel', days: 95, lines: [consultation, antibiotic], payments: paid(83, 'transfer') },
  { patient: 'yildiz', days: 91, lines: [tetanus, consultation], payments: paid(91, 'cash') },
  {
    patient: 'long',
    days: 87,
    lines: [homeVisit, { ...checkUp, discountPercent: 10 }, bloodTest],
    with: {
      payer: {
        name: 'Allgemeine Beihilfe- und Krankenversicherungskasse für den öffentlichen Dienst, Abteilung Nord-Ost',
        line: 'Wilhelmstraße 140',
        city: 'Berlin',
        postalCode: '10963',
        country: 'DE',
      },
      note: 'Your reference BVA-7781-22-9',
    },
    payments: paid(61, 'transfer', 'BVA-7781-22-9'),
  },
  { patient: neighbour(6), days: 83, lines: [consultation], payments: paid(70, 'transfer') },
  { patient: 'krueger', days: 79, lines: [checkUp, bloodTest], payments: paid(79, 'card') },
  // Given back: the whole of it credited, and the money returned.
  {
    patient: neighbour(9),
    days: 74,
    lines: [certificate],
    payments: [
      { days: 74, method: 'cash' },
      { days: 69, amount: '-29.75', method: 'cash' },
    ],
    credit: { days: 71, reason: 'The certificate was not needed after all' },
  },
  { patient: 'fatima', days: 68, lines: [consultation, tetanus], payments: paid(55, 'transfer') },
  { patient: 'siobhan', days: 64, lines: [travelAdvice, tetanus], payments: paid(64, 'card') },
  { patient: 'lefevre', days: 60, lines: [suture, tetanus], voided: { days: 59, reason: 'Wrong patient' } },
  { patient: neighbour(12), days: 59, lines: [suture, tetanus], payments: paid(44, 'direct_debit') },
  { patient: 'noam', days: 55, lines: [{ ...checkUp, discountAmount: '12.50' }], payments: paid(54, 'card') },
  // Overdue since long, and in part.
  { patient: neighbour(15), days: 49, lines: [checkUp, bloodTest, cookbook] },
  {
    patient: 'lea',
    days: 46,
    lines: [consultation, { ...antibiotic, quantity: 14 }],
    payments: paid(40, 'transfer'),
  },
  {
    patient: 'krueger jr',
    days: 43,
    lines: [consultation, certificate, cookbook],
    with: { taxMode: 'inclusive', discounts: [{ reason: 'Member of the staff', percent: 10 }] },
    payments: paid(43, 'card'),
  },
  {
    patient: 'misaki',
    days: 41,
    lines: [
      { description: 'Consultation', quantity: 1, unitPrice: '11200' },
      { description: 'Blood test', quantity: 1, unitPrice: '5600' },
    ],
    with: { currency: 'JPY', series: 'ABROAD', termsDays: 30 },
    payments: paid(22, 'transfer'),
  },
  {
    patient: 'brand',
    days: 35,
    lines: [consultation],
    payments: [{ days: 20, amount: '30.00', method: 'cash' }],
  },
  {
    patient: 'noura',
    days: 34,
    lines: [
      { description: 'Second opinion, with the documents of two clinics', quantity: 1, unitPrice: '62.125' },
    ],
    with: { currency: 'KWD', series: 'ABROAD', termsDays: 60 },
  },
  { patient: neighbour(21), days: 31, lines: [homeVisit], payments: paid(18, 'transfer') },
  // Credited in part, and put back into stock.
  {
    patient: neighbour(23),
    days: 27,
    lines: [consultation, antibiotic],
    credit: { days: 26, reason: 'The antibiotic was returned unopened', line: 1, restock: true },
    payments: paid(19, 'transfer'),
  },
  { patient: 'suharto', days: 25, lines: [checkUp, travelAdvice] },
  { patient: neighbour(26), days: 22, lines: [certificate], voided: { days: 22, reason: 'Written twice' } },
  { patient: neighbour(26), days: 22, lines: [certificate], payments: paid(22, 'cash') },
  {
    patient: neighbour(28),
    days: 19,
    lines: [consultation, bloodTest],
    payments: [{ days: 9, amount: '50.00', method: 'transfer' }],
  },
  { patient: 'long', days: 12, lines: [homeVisit, influenza] },
  { patient: neighbour(31), days: 11, lines: [influenza, certificate] },
  { patient: 'siobhan', days: 9, lines: [influenza], payments: paid(9, 'card') },
  {
    patient: neighbour(33),
    days: 6,
    lines: [checkUp],
    payments: [{ days: 2, amount: '60.00', method: 'transfer' }],
  },
  { patient: 'lena', days: 5, lines: [consultation, { ...antibiotic, quantity: 10 }] },
  {
    patient: 'fatima',
    days: 4,
    lines: [{ ...consultation, description: 'Consultation · استشارة طبية' }, influenza],
  },
  { patient: neighbour(36), days: 2, lines: [influenza, influenza], payments: paid(2, 'card') },
  { patient: 'yildiz', days: 1, lines: [consultation, bloodTest, cookbook] },
  {
    patient: 'vogel',
    days: 1,
    lines: [travelAdvice, { ...tetanus, discountPercent: 50 }],
    with: { draft: true },
  },
  {
    patient: neighbour(40),
    days: 0,
    lines: [checkUp, bloodTest],
    with: { draft: true, note: 'Ask whether the insurance pays' },
  },
  { patient: 'noam', days: 0, lines: [influenza], payments: paid(0, 'card') },
]
