// Separate because every page has access.ts, and few need the presets.
import { type Access, everywhere, fullAccess, noAccess } from './access.ts'

/** Usual jobs, as pages offer them. */
export const accessPresets: readonly { name: string; access: Access }[] = [
  { name: 'Everything', access: fullAccess },
  { name: 'Researcher', access: { ...noAccess, insights: 'edit' } },
  { name: 'Front desk', access: { ...noAccess, patients: 'edit', billing: 'edit', inventory: 'view' } },
  { name: 'Clinician', access: { ...noAccess, patients: 'edit', billing: 'view', inventory: 'view' } },
  { name: 'Pharmacy', access: { ...noAccess, inventory: 'edit', patients: 'view' } },
  { name: 'Accounting', access: { ...noAccess, billing: 'edit', patients: 'view', inventory: 'view' } },
  { name: 'Viewer', access: everywhere('view') },
]
