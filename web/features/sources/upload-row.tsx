import { ActionIcon, Button, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText } from '../../components/error-text.ts'
import { formatBytes } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { SourceState } from './source-state.tsx'
import classes from './upload-list.module.css'
import { isGoingUp, type Upload, type UploadState } from './upload-queue.ts'
import { uploads } from './uploads.ts'
import { useRetrySource } from './use-retry-source.ts'
import { useWatchedSource } from './use-watched-source.ts'

/** One file on its way: how much has gone up, what became of it, and what can be done. */
export function UploadRow({ upload, watched }: { upload: Upload; watched: boolean }) {
  const { id, file, state } = upload
  const off = isGoingUp(state) ? 'Cancel' : 'Take off the list'
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Text span truncate dir="auto" title={file.name}>
          {file.name}
        </Text>
        <Text span size="xs" c="dimmed" className={classes.size ?? ''}>
          {formatBytes(file.size)}
        </Text>
      </div>
      <div className={classes.state}>
        {state.is === 'received' ? (
          <Received state={state} watched={watched} />
        ) : (
          <OnItsWay upload={upload} state={state} />
        )}
      </div>
      <ActionIcon size="sm" aria-label={`${off}: ${file.name}`} onClick={() => uploads.remove([id])}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}

type Before = Exclude<UploadState, { is: 'received' }>

function OnItsWay({ upload: { id, file }, state }: { upload: Upload; state: Before }) {
  if (state.is === 'waiting') return <StateBadge kind="quiet">Waits its turn</StateBadge>
  if (state.is === 'refused') return <Problem state="Not sent" why={state.why} />
  if (state.is === 'failed') {
    const { title, advice, requestId } = errorText(state.error)
    return (
      <Problem
        state="Not uploaded"
        why={[title.replace(/\.?$/, '.'), advice].join(' ')}
        requestId={requestId}
      >
        <Button variant="default" size="compact-sm" onClick={() => uploads.retry(id)}>
          Retry<VisuallyHidden component="span"> {file.name}</VisuallyHidden>
        </Button>
      </Problem>
    )
  }
  const percent = Math.round(state.part * 100)
  return (
    <div className={classes.progress}>
      <Progress.Root size="sm" transitionDuration={200}>
        <Progress.Section value={percent} aria-label={`Uploading ${file.name}`} />
      </Progress.Root>
      <Text span size="xs" c="dimmed" aria-hidden>
        {percent} %
      </Text>
    </div>
  )
}

interface ReceivedProps {
  state: Extract<UploadState, { is: 'received' }>
  watched: boolean
}

function Received({ state: { source, already }, watched }: ReceivedProps) {
  const { retry, retrying } = useRetrySource()
  useWatchedSource(source, watched)
  if (source.status === 'failed') {
    return (
      <Problem state="Failed" why={source.error?.message ?? ''}>
        <Button variant="default" size="compact-sm" loading={retrying} onClick={() => retry(source)}>
          Retry<VisuallyHidden component="span"> {source.title}</VisuallyHidden>
        </Button>
      </Problem>
    )
  }
  return (
    <>
      {already ? <StateBadge kind="quiet">Already here</StateBadge> : <SourceState status={source.status} />}
      {(already || source.status === 'ready') && (
        <TextLink to="/sources/$sourceId" params={{ sourceId: source.id }}>
          Open<VisuallyHidden component="span"> {source.title}</VisuallyHidden>
        </TextLink>
      )}
    </>
  )
}

interface ProblemProps {
  state: string
  why: string
  requestId?: string | undefined
  children?: ReactNode
}

function Problem({ state, why, requestId, children }: ProblemProps) {
  return (
    <>
      <StateBadge kind="bad">{state}</StateBadge>
      <Text span className={classes.why ?? ''}>
        {why}
        {requestId && <span className={classes.request}>Request {requestId}</span>}
      </Text>
      {children}
    </>
  )
}
