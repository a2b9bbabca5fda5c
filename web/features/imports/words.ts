import { type ExportKind, type ImportKind, identifierPrefix, patientLabels } from '#contract'
import { own } from '#rules/own'

export const kindNames: Record<ImportKind, string> = {
  patients: 'Patients',
  items: 'Items',
  stock: 'Opening stock',
}

export const exportNames: Record<ExportKind, string> = {
  patients: 'Patients',
  items: 'Items',
  levels: 'Stock on hand',
  movements: 'Stock movements',
  invoices: 'Invoices',
  payments: 'Payments',
}

const fieldNames: Record<string, string> = {
  externalId: 'External ID',
  ...patientLabels,
  identifiers: 'Identifiers (JSON)',
  sku: 'SKU',
  name: 'Name',
  unit: 'Unit',
  gtin: 'GTIN',
  lotTracking: 'Lot tracking',
  expiryTracking: 'Expiry tracking',
  reorderLevel: 'Reorder level',
  lot: 'Lot',
  expiresOn: 'Expiry date',
  quarantineReason: 'Reason for quarantine',
  location: 'Location',
  quantity: 'Quantity',
  unitCost: 'Unit cost',
}

/** Names a field: `Given name`, or `Identifier: insurance`. */
export const fieldName = (field: string): string =>
  field.startsWith(identifierPrefix)
    ? `Identifier: ${field.slice(identifierPrefix.length)}`
    : (own(fieldNames, field) ?? field)
