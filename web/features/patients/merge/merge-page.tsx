import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { getPatient, mergePatients, type Patient } from '#contract'
import { callOptions } from '../../../api.ts'
import { Failure } from '../../../components/failure.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useMay } from '../../../session.ts'
import { NotForMembers } from '../not-for-members.tsx'
import { PatientPicker } from '../patient-picker.tsx'
import { sidesOf } from '../sides.ts'
import { patientName } from '../words.ts'
import { MergeForm } from './merge-form.tsx'

const route = getRouteApi('/shell/patients/merge')
const title = 'Merge two records'

export default function MergePage() {
  return useMay()(mergePatients) ? <MergeRecords /> : <NotForMembers title={title} />
}

function MergeRecords() {
  const { sourceId = null, targetId = null } = sidesOf(route.useSearch())
  const source = useSide(sourceId)
  const target = useSide(targetId)
  const failed = [source, target].find(({ error }) => error)
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: '/patients', label: 'Patients' }}
        description="If one person has two records, keep one of them: everything that belongs to the other moves there. The merged record stays readable and links to the one you keep."
      />
      {failed ? (
        <Failure
          what="The record could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <SidesToMerge source={source.data} target={target.data} sourceId={sourceId} targetId={targetId} />
      )}
    </>
  )
}

const useSide = (patientId: string | null) =>
  useQuery({ ...callOptions(getPatient, { patientId: patientId ?? '' }), enabled: patientId !== null })

interface SidesToMergeProps {
  source: Patient | undefined
  target: Patient | undefined
  sourceId: string | null
  targetId: string | null
}

function SidesToMerge({ source, target, sourceId, targetId }: SidesToMergeProps) {
  const navigate = useNavigate()
  const hasPicked = useRef(false)
  const choose = (side: 'sourceId' | 'targetId', patientId: string | null) => {
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

  const merged = [source, target].find((patient) => patient?.status === 'merged')
  if (merged?.mergedInto) {
    const side = merged === source ? 'sourceId' : 'targetId'
    return <AlreadyMerged record={merged} onUse={(survivorId) => choose(side, survivorId)} />
  }
  if (source && target && sourceId !== targetId)
    return <MergeForm sides={{ source, target }} takesFocus={hasPicked.current} />
  if (sourceId && targetId && sourceId !== targetId) return null
  const isSame = sourceId !== null && sourceId === targetId
  return (
    <Stack maw="32rem">
      <PatientPicker
        label="Record to keep"
        value={targetId}
        onChange={(id) => choose('targetId', id)}
        except={sourceId}
      />
      <PatientPicker
        label="Record to merge into it"
        value={sourceId}
        onChange={(id) => choose('sourceId', id)}
        except={targetId}
        error={isSame && 'This is the record to keep. Choose another one.'}
      />
    </Stack>
  )
}

interface AlreadyMergedProps {
  record: Patient
  onUse: (survivorId: string) => void
}

/** Offers the surviving record instead of one that is already merged. */
function AlreadyMerged({ record, onUse }: AlreadyMergedProps) {
  const { mergedInto } = record
  return (
    <Alert
      variant="default"
      mb="md"
      icon={<IconArrowMerge size={20} aria-hidden />}
      title={
        <>
          <bdi>{patientName(record)}</bdi> is already merged into another record
        </>
      }
    >
      <Text mb="sm">A merged record can't be merged again. Use the record it was merged into instead.</Text>
      {mergedInto && (
        <Button size="xs" onClick={() => onUse(mergedInto)}>
          Use that record
        </Button>
      )}
    </Alert>
  )
}
