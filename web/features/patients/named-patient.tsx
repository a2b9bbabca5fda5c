import { getPatient } from '#contract'
import { useCall } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import { patientName } from './words.ts'

/** A patient's name as a link, by id. */
export function NamedPatient({ patientId }: { patientId: string }) {
  const { data } = useCall(getPatient, { patientId })
  return (
    <TextLink to="/patients/$patientId" params={{ patientId }}>
      <bdi>{data ? patientName(data) : 'one patient'}</bdi>
    </TextLink>
  )
}
