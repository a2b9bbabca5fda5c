import type { Invoice } from '#engines/invoicing'

/** Returns `INV-00001.pdf`. A prefix can contain characters that are not allowed in file names or headers. */
export const fileName = ({ number, id }: Pick<Invoice, 'number' | 'id'>, extension: string): string =>
  `${(number ?? `draft-${id}`).replace(/[^A-Za-z0-9_-]+/g, '-')}.${extension}`
