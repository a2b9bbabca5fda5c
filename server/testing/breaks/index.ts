import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { accountBreaks } from './accounts.ts'
import { billingBreaks } from './billing.ts'
import type { Break } from './break.ts'
import { importBreaks } from './imports.ts'
import { insightsBreaks } from './insights.ts'
import { inventoryBreaks } from './inventory.ts'
import { patientBreaks } from './patients.ts'
import { platformBreaks } from './platform.ts'
import { schemaBreaks } from './schema.ts'

export { type Break, schemaBreaks }

/** At least one for each invariant. */
export const breaks = (life: Life, app: TestApp): Break[] => [
  ...schemaBreaks(life),
  ...accountBreaks(life, app),
  ...patientBreaks(life),
  ...inventoryBreaks(life, app),
  ...billingBreaks(life, app),
  ...importBreaks(life),
  ...insightsBreaks(life),
  ...platformBreaks,
]
