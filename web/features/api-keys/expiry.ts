import { type ApiKey, createApiKey } from '#contract'

export const presets = ['7', '30', '90', '365'] as const

/** What one chooses from; the days of `custom` are typed. */
export type Expiry = (typeof presets)[number] | 'custom' | 'never'

export interface ExpiryValues extends Record<string, unknown> {
  expiry: Expiry
  /** As typed; matters for `custom` only. Blank means never. */
  expiresInDays: string
}

const dayMs = 24 * 60 * 60 * 1000

/** What is sent: days, or null for never. */
export function daysOf({ expiry, expiresInDays }: ExpiryValues): number | null {
  const days = expiry === 'custom' ? expiresInDays.trim() : expiry
  return days === '' || days === 'never' ? null : Number(days)
}

/** When a key made now would expire; null for days that the contract refuses. */
export function dateAfter(days: number): string | null {
  const { success } = createApiKey.body.shape.expiresInDays.safeParse(days)
  return success ? new Date(Date.now() + days * dayMs).toISOString() : null
}

/** The lifetime that a key was given, to give to its successor. */
export function expiryOf({ createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>): ExpiryValues {
  if (!expiresAt) return { expiry: 'never', expiresInDays: '' }
  const days = String(Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs)))
  const preset = presets.find((each) => each === days)
  return preset ? { expiry: preset, expiresInDays: '' } : { expiry: 'custom', expiresInDays: days }
}
