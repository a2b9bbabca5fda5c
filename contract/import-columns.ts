import { patientColumnNames, patientColumns } from './patient-fields.ts'

/** What a file can be imported as. */
export const importKinds = ['patients', 'items', 'stock'] as const
export type ImportKind = (typeof importKinds)[number]

/** The fields that the columns of a file can fill. Exports have columns of these names. */
export const importFields = {
  patients: ['externalId', ...patientColumns, 'identifiers'],
  items: ['externalId', 'sku', 'name', 'unit', 'gtin', 'lotTracking', 'expiryTracking', 'reorderLevel'],
  stock: ['sku', 'lot', 'expiresOn', 'quarantineReason', 'location', 'quantity', 'unitCost'],
} as const satisfies Record<ImportKind, readonly string[]>

export type ImportField = (typeof importFields)[ImportKind][number]

/** Begins the field of a column that holds identifiers of one system, such as `identifier:insurance`. */
export const identifierPrefix = 'identifier:'

/** Other names of columns, without spaces, punctuation, accents and capitals. Those of a kind that lacks the field are ignored. */
const otherNames: Partial<Record<ImportField, string>> = {
  externalId: 'id patientid patientno patientnumber clientid recordid legacyid reference number no',
  ...patientColumnNames,
  sku: 'itemcode code articlenumber articleno itemno itemnumber productcode stockcode item',
  name: 'itemname description product productname title',
  unit: 'unitofmeasure uom units measure',
  gtin: 'barcode ean upc ean13',
  lotTracking: 'lots lottracked tracklots',
  expiryTracking: 'expiry expirytracked trackexpiry',
  reorderLevel: 'reorder minimum minimumstock minstock reorderpoint',
  lot: 'batch lotnumber lotno batchnumber batchno charge',
  expiresOn: 'expiry expirydate expires expiration expirationdate bestbefore usebefore',
  quarantineReason: 'quarantine',
  location: 'locationname store room warehouse site',
  quantity: 'qty onhand stock stockonhand count amount level',
  unitCost: 'cost costprice averagecost purchaseprice buyprice price',
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the field that each column of a file has by its name. Of two columns for one field, the first has it. */
export function matchColumns(kind: ImportKind, columns: readonly string[]): Record<string, string> {
  const fieldOf = new Map<string, string>()
  for (const field of importFields[kind])
    for (const name of otherNames[field]?.match(/\S+/g) ?? [])
      if (!fieldOf.has(name)) fieldOf.set(name, field)
  for (const field of importFields[kind]) fieldOf.set(plain(field), field)
  const matched = new Map<string, string>()
  const taken = new Set<string>()
  // Exact names come first: `id` is no external ID if there is an `externalId`.
  for (const exact of [true, false])
    for (const column of columns) {
      const field = fieldOf.get(plain(column))
      if (!field || taken.has(field) || (exact && plain(field) !== plain(column))) continue
      matched.set(column, field)
      taken.add(field)
    }
  return Object.fromEntries(
    columns.flatMap((name) => {
      const field = matched.get(name)
      return field ? [[name, field]] : []
    }),
  )
}

/** Returns the column that identifies rows unless another is chosen, or null. Stock has several columns that do it together. */
export function keyColumnOf(kind: ImportKind, columns: Readonly<Record<string, string>>): string | null {
  const columnOf = (field: ImportField) =>
    Object.entries(columns).find(([, matched]) => matched === field)?.[0] ?? null
  if (kind === 'stock') return null
  return columnOf('externalId') ?? (kind === 'items' ? columnOf('sku') : null)
}
