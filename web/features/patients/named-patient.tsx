import { getPatient } from '#contract'
import { useCall } from '../../api.ts'
import { RecordLink } from '../../components/record-link.tsx'
import { patientName } from './words.ts'

/** A patient's name as a link, by id. */
export function NamedPatient({ patientId }: { patientId: string }) {
  const { data } = useCall(getPatient, { patientId })
  return <RecordLink to="patient" id={patientId} name={data ? patientName(data) : 'one patient'} />
}
