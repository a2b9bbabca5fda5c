import { type After, answered, type Model } from './linearize.ts'

/** A request about one API key, from the response to its creation on. */
export interface KeyOp {
  kind: 'revoke' | 'use'
  after: After<unknown>
}

/** A key works until it is revoked, and never again. */
export const keyModel: Model<boolean, KeyOp> = {
  initial: true,
  step: (works, { kind, after }) =>
    answered(after, {
      state: works,
      next: works && kind === 'use',
      isRefused: kind === 'use' && !works,
    }),
  keyOf: String,
}
