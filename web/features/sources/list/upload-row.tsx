import { ActionIcon, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconCopyCheck, IconHourglass, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#client'
import { getSource, type Source } from '#contract'
import { callOptions } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { RowButton } from '../../../components/columns.tsx'
import { errorText } from '../../../components/error-text.ts'
import { formatBytes } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { SourceState } from '../source-state.tsx'
import { isGoingUp, type Upload, type UploadState } from '../uploads/upload-queue.ts'
import { uploads } from '../uploads/uploads.ts'
import { mayRetry, useRetrySource } from '../use-source-actions.ts'
import classes from './upload-list.module.css'

/** An upload: its progress or outcome, and what can be done about it. */
export function UploadRow({ upload, watched }: { upload: Upload; watched: boolean }) {
  const { id, file, state } = upload
  const action = isGoingUp(state) ? 'Cancel' : 'Remove from list'
  return (
    <li className={classes.row}>
      <Group gap={8} align="baseline" wrap="nowrap" miw={0}>
        <Text span truncate dir="auto" title={file.name}>
          {file.name}
        </Text>
        <Caption span flex="none">
          {formatBytes(file.size)}
        </Caption>
      </Group>
      <div className={classes.state}>
        {state.is === 'received' ? (
          <Received state={state} watched={watched} />
        ) : (
          <Unfinished upload={upload} state={state} />
        )}
      </div>
      <ActionIcon size="sm" aria-label={`${action}: ${file.name}`} onClick={() => uploads.remove([id])}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}

type UnfinishedState = Exclude<UploadState, { is: 'received' }>

function Unfinished({ upload: { id, file }, state }: { upload: Upload; state: UnfinishedState }) {
  if (state.is === 'waiting') return <StateBadge kind="quiet" icon={IconHourglass} text="Waiting" />
  if (state.is === 'refused') return <Problem state="Not sent" why={state.why} />
  if (state.is === 'failed') {
    const { title, advice, requestId } = errorText(state.error)
    return (
      <Problem
        state="Not uploaded"
        why={[title.replace(/\.?$/, '.'), advice].join(' ')}
        requestId={requestId}
      >
        <RowButton of={file.name} onClick={() => uploads.retry(id)} label="Retry" />
      </Problem>
    )
  }
  const percent = Math.round(state.part * 100)
  return (
    <Group gap={8} wrap="nowrap" w="100%">
      <Progress.Root flex={1} size="sm" transitionDuration={200}>
        <Progress.Section value={percent} aria-label={`Uploading ${file.name}`} />
      </Progress.Root>
      <Caption span w="3rem" aria-hidden>
        {percent} %
      </Caption>
    </Group>
  )
}

type ReceivedState = Extract<UploadState, { is: 'received' }>

function Received({ state, watched }: { state: ReceivedState; watched: boolean }) {
  const { source, already } = state
  const { retry, retrying } = useRetrySource()
  useWatchedSource(source, watched)
  if (source.status === 'failed') {
    return (
      <Problem state="Failed" why={source.error?.message ?? ''}>
        {mayRetry(source) && (
          <RowButton of={source.title} loading={retrying} onClick={() => retry(source)} label="Retry" />
        )}
      </Problem>
    )
  }
  return (
    <>
      {already ? (
        <StateBadge kind="quiet" icon={IconCopyCheck} text="Already added" />
      ) : (
        <SourceState status={source.status} />
      )}
      {(already || source.status === 'ready') && (
        <TextLink
          to="/projects/$projectId/sources/$sourceId"
          params={{ projectId: source.projectId, sourceId: source.id }}
        >
          Open<VisuallyHidden> {source.title}</VisuallyHidden>
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
      <StateBadge kind="bad" text={state} />
      <Text span className={classes.why ?? ''}>
        {why}
        {requestId && (
          <Caption span display="block">
            Request {requestId}
          </Caption>
        )}
      </Text>
      {children}
    </>
  )
}

const pollMs = 1_000

/** Follows the state of an uploaded source while `watched`. */
function useWatchedSource({ id, status }: Source, watched: boolean): void {
  const { data, error } = useQuery({
    ...callOptions(getSource, { sourceId: id }),
    enabled: watched,
    refetchInterval: pollMs,
  })
  useEffect(() => {
    if (watched && data && data.status !== status) uploads.update(data)
  }, [watched, data, status])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) uploads.forget(id)
  }, [error, id])
}
