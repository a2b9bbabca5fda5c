import type { createItem, Input } from '#contract'

export const treatmentRoom = 'Treatment room 1'
export const fridge = 'Pharmacy fridge'

const tracked = { lotTracking: true, expiryTracking: true }

export const items: Input<typeof createItem>[] = [
  { sku: 'AMOX-500', name: 'Amoxicillin 500 mg, capsule', unit: 'capsule', ...tracked, reorderLevel: 200 },
  { sku: 'BAND-6', name: 'Elastic bandage 6 cm', unit: 'piece', reorderLevel: 20 },
  { sku: 'ECG-EL', name: 'ECG electrode', unit: 'piece', ...tracked, reorderLevel: 50 },
  {
    sku: 'FLU-26',
    name: 'Influenza vaccine, this season',
    unit: 'dose',
    ...tracked,
    gtin: '4006381333931',
    reorderLevel: 20,
  },
  { sku: 'GEL-US', name: 'Ultrasound gel 250 ml', unit: 'bottle', reorderLevel: 4 },
  { sku: 'GLOVE-L', name: 'Nitrile gloves L, box of 100', unit: 'box', reorderLevel: 10 },
  { sku: 'GLOVE-M', name: 'Nitrile gloves M, box of 100', unit: 'box', reorderLevel: 10 },
  { sku: 'IBU-400', name: 'Ibuprofen 400 mg, tablet', unit: 'tablet', ...tracked, reorderLevel: 100 },
  { sku: 'LIDO-1', name: 'Lidocaine 1 %, ampoule of 5 ml', unit: 'ampoule', ...tracked, reorderLevel: 20 },
  { sku: 'NACL-100', name: 'Sodium chloride 0.9 %, 100 ml', unit: 'bag', ...tracked, reorderLevel: 24 },
  { sku: 'PAPER-A4', name: 'Paper A4, 500 sheets', unit: 'ream', reorderLevel: 5 },
  { sku: 'SUT-40', name: 'Suture set 4-0', unit: 'set', ...tracked, reorderLevel: 10 },
  { sku: 'SWAB-70', name: 'Alcohol swabs 70 %, box of 100', unit: 'box', ...tracked, reorderLevel: 6 },
  {
    sku: 'SYR-5',
    name: 'Syringe 5 ml, Luer lock, sterile, without needle, single use',
    unit: 'piece',
    lotTracking: true,
    reorderLevel: 100,
  },
  {
    sku: 'TETA-05',
    name: 'Tetanus and diphtheria vaccine 0.5 ml',
    unit: 'dose',
    ...tracked,
    gtin: '5901234123457',
    reorderLevel: 10,
  },
  { sku: 'TEST-AG', name: 'Antigen test', unit: 'test', ...tracked, reorderLevel: 20 },
]

/** SKU, quantity, cost of one, lot, and in how many days from today it expires. */
export type Line = [sku: string, quantity: number, unitCost: string, lot?: string, expiresInDays?: number]

interface Delivery {
  days: number
  supplier: string
  note: string
  lines: Line[]
  location?: string
}

export const deliveries: Delivery[] = [
  {
    days: 110,
    supplier: 'Medica Nord',
    note: 'MN-20417',
    lines: [
      ['GLOVE-M', 30, '6.80'],
      ['GLOVE-L', 8, '6.80'],
      ['SWAB-70', 12, '3.15', 'SW-118', 400],
      ['SYR-5', 200, '0.085', 'SY-2207'],
      ['BAND-6', 60, '1.40'],
      ['GEL-US', 8, '4.25'],
      ['ECG-EL', 100, '0.21', 'EC-90', 9],
      ['NACL-100', 48, '1.95', 'NC-5520', 310],
    ],
  },
  {
    days: 109,
    supplier: 'Apotheke am Park',
    note: 'AP-3012',
    location: fridge,
    lines: [
      ['TETA-05', 12, '14.60', 'TD-330', -20],
      ['TETA-05', 20, '14.90', 'TD-418', 240],
    ],
  },
  {
    days: 104,
    supplier: 'Apotheke am Park',
    note: 'AP-3055',
    lines: [
      ['AMOX-500', 400, '0.32', 'AX-7731', 26],
      ['IBU-400', 500, '0.06', 'IB-204', 520],
      ['LIDO-1', 50, '1.12', 'LI-61', 18],
    ],
  },
  {
    days: 84,
    supplier: 'Praxisbedarf Weller',
    note: 'W-8812',
    lines: [
      ['PAPER-A4', 20, '4.10'],
      ['SUT-40', 24, '5.75', 'SU-14', 700],
    ],
  },
  { days: 80, supplier: 'Medica Nord', note: 'MN-20981', lines: [['TEST-AG', 50, '0.89', 'AG-26', 61]] },
  {
    days: 52,
    supplier: 'Apotheke am Park',
    note: 'AP-3190',
    lines: [
      ['AMOX-500', 300, '0.34', 'AX-7960', 330],
      ['IBU-400', 200, '0.065', 'IB-231', 610],
    ],
  },
  {
    days: 37,
    supplier: 'Medica Nord',
    note: 'MN-21544',
    lines: [
      ['GLOVE-M', 20, '7.10'],
      ['ECG-EL', 100, '0.22', 'EC-97', 200],
    ],
  },
  {
    days: 7,
    supplier: 'Apotheke am Park',
    note: 'AP-3361',
    location: treatmentRoom,
    lines: [['LIDO-1', 20, '1.18', 'LI-74', 400]],
  },
  {
    days: 1,
    supplier: 'Medica Nord',
    note: 'MN-22008',
    lines: [
      ['GEL-US', 6, '4.40'],
      ['SWAB-70', 10, '3.20', 'SW-131', 500],
    ],
  },
]
