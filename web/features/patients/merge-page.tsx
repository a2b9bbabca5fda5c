import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { getPatient, mergePatients, type Patient } from '#contract'
import { callOptions } from '../../api.ts'
import { Failure } from '../../components/failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useMay } from '../../session.ts'
import { MergeForm } from './merge-form.tsx'
import { NotForMembers } from './not-for-members.tsx'
import { PatientPicker } from './patient-picker.tsx'
import { RetiredSide } from './retired-side.tsx'

const route = getRouteApi('/shell/patients/merge')
const title = 'Merge two records'

export function MergePage() {
  return useMay()(mergePatients) ? <MergeTwo /> : <NotForMembers title={title} />
}

function MergeTwo() {
  const { sourceId = null, targetId = null } = route.useSearch()
  const source = useSide(sourceId)
  const target = useSide(targetId)
  const failed = [source, target].find(({ error }) => error)
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: '/patients', label: 'Patients' }}
        description="Where one person has two records: one stays, and everything that belongs to the other moves there. The other is retired; it stays readable and leads to the one that stays."
      />
      {failed ? (
        <Failure
          what="The record could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <TwoSides source={source.data} target={target.data} sourceId={sourceId} targetId={targetId} />
      )}
    </>
  )
}

const useSide = (patientId: string | null) =>
  useQuery({ ...callOptions(getPatient, { patientId: patientId ?? '' }), enabled: patientId !== null })

interface TwoSidesProps {
  source: Patient | undefined
  target: Patient | undefined
  sourceId: string | null
  targetId: string | null
}

function TwoSides({ source, target, sourceId, targetId }: TwoSidesProps) {
  const navigate = useNavigate()
  const hasPicked = useRef(false)
  const put = (side: 'sourceId' | 'targetId', patientId: string | null) => {
    hasPicked.current = true
    void navigate({
      to: '/patients/merge',
      search: {
        ...(sourceId && { sourceId }),
        ...(targetId && { targetId }),
        [side]: patientId ?? undefined,
      },
      replace: true,
    })
  }

  const retired = [source, target].find((patient) => patient?.status === 'merged')
  if (retired?.mergedInto) {
    const side = retired === source ? 'sourceId' : 'targetId'
    return <RetiredSide retired={retired} onUse={(survivorId) => put(side, survivorId)} />
  }
  if (source && target && sourceId !== targetId)
    return <MergeForm sides={{ source, target }} takesFocus={hasPicked.current} />
  if (sourceId && targetId && sourceId !== targetId) return null
  const isSame = sourceId !== null && sourceId === targetId
  return (
    <Stack maw="32rem">
      <PatientPicker
        label="The record that stays"
        value={targetId}
        onChange={(id) => put('targetId', id)}
        except={sourceId}
      />
      <PatientPicker
        label="The record to retire"
        value={sourceId}
        onChange={(id) => put('sourceId', id)}
        except={targetId}
        error={isSame && 'This is the record that stays. Pick the other one.'}
      />
    </Stack>
  )
}
