import type { UblProfile } from '#rules/e-invoices'

interface ProfileIds {
  /** BT-24: the specification that a document follows. */
  specification: string
  /** BT-23: the business process, if the specification requires one. */
  process: string | null
}

const en16931 = 'urn:cen.eu:en16931:2017'
/** Peppol's process of invoices and credit notes, which XRechnung 3.0 uses, too (PEPPOL-EN16931-R001). */
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

export const profiles: Record<UblProfile, ProfileIds> = {
  en16931: { specification: en16931, process: null },
  // PEPPOL-EN16931-R004
  peppol: {
    specification: `${en16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: billing,
  },
  // BR-DE-21
  xrechnung: {
    specification: `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: billing,
  },
}
