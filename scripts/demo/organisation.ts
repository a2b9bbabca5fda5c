import { updateSettings } from '#contract'
import type { Cast } from './people.ts'
import { daysAgo, type Scene, scene } from './scene.ts'

const exemption = 'Medical treatment, exempt from VAT under § 4 no. 14 UStG'

/** Sets the clinic's name, letterhead, tax rates and invoice numbers. */
export const setUpOrganisation = ({ as }: Cast): Scene[] => [
  scene(daysAgo(120, '09:10'), async () =>
    (await as('clara')).call(updateSettings, {
      organisationName: 'Lindenhof Clinic',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      termsDays: 14,
      letterhead: {
        line: 'Lindenstraße 12',
        city: 'Berlin',
        postalCode: '10969',
        country: 'DE',
        phone: '+49 30 23125 100',
        email: 'welcome@lindenhof.example',
        website: 'lindenhof.example',
        taxId: 'DE123456789',
        registration: 'Partnerschaftsregister Berlin PR 1234',
        bank: 'Bank of the Example',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        terms: 'Please pay within 14 days. Questions? Ask at the front desk, or by telephone until six.',
      },
      taxRates: [
        { name: 'Treatment', category: 'E', rate: '0', isDefault: true, exemptionReason: exemption },
        { name: 'Standard', category: 'S', rate: '19' },
        { name: 'Reduced', category: 'S', rate: '7' },
      ],
      invoiceSeries: [
        { name: 'INV', prefix: 'LH-', digits: 5 },
        { name: 'ABROAD', prefix: 'LHX-', digits: 4 },
      ],
      creditNoteSeries: { name: 'CN', prefix: 'LHC-', digits: 4 },
    }),
  ),
  scene(daysAgo(47, '12:05'), async () =>
    (await as('ravi')).call(updateSettings, { letterhead: { phone: '+49 30 23125 110' } }),
  ),
]
