import { getPatient } from '#contract'
import { useCall } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import { nameOf } from './words.ts'

/** A patient's name as a link, by id. */
export function NamedPatient({ patientId }: { patientId: string }) {
  const { data } = useCall(getPatient, { patientId })
  return (
    <TextLink to="/patients/$patientId" params={{ patientId }}>
      <bdi>{data ? nameOf(data) : 'one patient'}</bdi>
    </TextLink>
  )
}
