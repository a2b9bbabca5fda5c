import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPatient, listPatients, type Patient } from '#contract'
import { callOptions } from '../../api.ts'

/** The patient that is picked, by its id, and a way to keep one that is known already from being asked for. */
export function usePicked(patientId: string | null) {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...callOptions(getPatient, { patientId: patientId ?? '' }),
    enabled: patientId !== null,
  })
  return {
    picked: patientId === null ? undefined : data,
    know: (patient: Patient) =>
      queries.setQueryData(callOptions(getPatient, { patientId: patient.id }).queryKey, patient),
  }
}

/** The best few matches for what was typed; the newest patients while nothing is. */
export function usePatientSearch(text: string, enabled: boolean) {
  const { data, isPlaceholderData, isError } = useQuery({
    ...callOptions(listPatients, { limit: 8, ...(text && { q: text }) }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { found: data?.data, isOfAnotherText: isPlaceholderData, isError }
}
