import { type ExportKind, type ImportKind, identifierPrefix } from '#contract'
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
  givenName: 'Given name',
  familyName: 'Family name',
  birthDate: 'Date of birth',
  sex: 'Sex',
  phone: 'Phone',
  email: 'Email',
  addressLine: 'Street and number',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  country: 'Country',
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
