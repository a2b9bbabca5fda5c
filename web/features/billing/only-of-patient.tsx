import { Only } from '../../components/only.tsx'
import type { Filters } from '../../list.ts'
import { NamedPatient } from '../patients/named-patient.tsx'

interface OnlyOfPatientProps {
  /** `payments` */
  what: string
  filters: Filters<{ patientId?: string; currency?: string }>
}

/** States that a list has the records of one patient or currency. No field of its filters shows these. */
export function OnlyOfPatient({ what, filters: { values, set } }: OnlyOfPatientProps) {
  const { patientId, currency } = values
  if (!patientId && !currency) return null
  return (
    <Only onShowAll={() => set({ patientId: undefined, currency: undefined })}>
      {what}{' '}
      {patientId && (
        <>
          of <NamedPatient patientId={patientId} />
        </>
      )}{' '}
      {currency && `in ${currency}`}
    </Only>
  )
}
