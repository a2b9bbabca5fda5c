import { onFirstUse } from './on-first-use.tsx'

/** Questions and notifications over the page. */
export const overlays = onFirstUse(() => import('./overlays.tsx'))
