import { onFirstUse } from '../components/on-first-use.tsx'

export const palette = onFirstUse(() => import('./command-palette.tsx'))

/** Opens the command palette, or closes it. */
export function openPalette(): void {
  void palette.use().then(({ spotlight }) => spotlight.toggle())
}
