import { useQuery } from '@tanstack/react-query'
import { getPatient } from '#contract'
import { callOptions } from '../../api.ts'
import { RecordLink } from '../../components/record-link.tsx'
import { useMay } from '../../session.ts'
import { patientName } from './words.ts'

/** A patient's name as a link, by id. */
export function NamedPatient({ patientId }: { patientId: string }) {
  const enabled = useMay()(getPatient)
  const { data } = useQuery({ ...callOptions(getPatient, { patientId }), enabled })
  return <RecordLink to="patient" id={patientId} name={data ? patientName(data) : 'one patient'} />
}
