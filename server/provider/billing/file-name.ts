import type { Invoice } from '#contract'

/** `INV-00001.pdf`. A prefix may hold what no file name or header can. */
export const fileName = ({ number, id }: Pick<Invoice, 'number' | 'id'>, extension: string): string =>
  `${(number ?? `draft-${id}`).replace(/[^A-Za-z0-9_-]+/g, '-')}.${extension}`
