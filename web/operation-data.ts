import type { Operation } from '#contract'

/** Completes an operation as pages have it: the parts that most operations have in common are left out of `data`. */
export const operation = (data: object): Operation => ({ ...common, ...data }) as unknown as Operation

/** What an operation has unless it says otherwise. */
export const common = {
  allow: ['owner', 'admin', 'member'],
  credentials: 'any',
  confirmation: false,
  beforeTwoFactor: false,
  irreversible: false,
  params: { shape: {} },
  query: { shape: {} },
  form: null,
  result: {},
  formats: ['application/json'],
  status: 200,
  otherStatuses: [],
  replay: 'stored',
}
