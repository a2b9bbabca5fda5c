import { z } from 'zod'

export const ublProfiles = ['en16931', 'peppol', 'xrechnung'] as const
export type UblProfile = (typeof ublProfiles)[number]

/** The query of a document as UBL. */
export const ublQuery = z.strictObject({
  profile: z
    .enum(ublProfiles)
    .default('en16931')
    .describe('`peppol` is Peppol BIS Billing 3, `xrechnung` is XRechnung 3.0'),
})

/** The query of a document as a PDF. */
export const pdfQuery = z.strictObject({
  profile: z
    .enum(['zugferd'])
    .optional()
    .describe('Embeds the document as XML according to EN 16931, as ZUGFeRD and Factur-X do'),
})

export const profileErrors = ['letterhead_incomplete', 'invoice_incomplete', 'invoice_not_en16931'] as const
