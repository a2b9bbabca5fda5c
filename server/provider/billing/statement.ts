import type { z } from 'zod'
import type { statement } from '#contract'

/** A statement with exact decimals, as handlers return it. The contract turns them into text on the way out. */
export type Statement = z.input<typeof statement>
