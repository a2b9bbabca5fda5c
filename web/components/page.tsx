import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLastSearch, useRememberSearch } from '../last-search.ts'
import { Failure } from './failure.tsx'
import { useHeadingFocus } from './focus.ts'
import classes from './page.module.css'

export interface PageHeaderProps {
  title: string
  /** One or two sentences on what the page is for. */
  description?: ReactNode
  /** A state, next to the title. */
  badge?: ReactNode
  /** The primary action, with a few others before it at most. */
  action?: ReactNode
  /** The parent page. */
  back?: { to: NonNullable<LinkProps['to']>; params?: Record<string, string>; label: string }
  /** The part of the page shown, if its parts have their own addresses. */
  part?: string | undefined
}

/** The heading of a page. It also names the browser tab and takes the focus after a navigation. */
export function PageHeader({ title, description, badge, action, back, part }: PageHeaderProps) {
  const heading = useHeadingFocus()
  useRememberSearch()
  return (
    <Stack component="header" gap={6} mb="lg">
      <title>{[part, title, 'Aerie'].filter(Boolean).join(' · ')}</title>
      {back && <Back {...back} />}
      <div className={classes.grid}>
        <Group gap="sm" className={classes.heading ?? ''}>
          <Title order={1} ref={heading} tabIndex={-1} dir="auto" className={classes.title ?? ''}>
            {title}
          </Title>
          {badge}
        </Group>
        {description && (
          <Text c="dimmed" className={classes.description ?? ''} component="div">
            {description}
          </Text>
        )}
        {action && (
          <Group gap="xs" className={classes.action ?? ''}>
            {action}
          </Group>
        )}
      </div>
    </Stack>
  )
}

/** A link to the parent page, with the filters that it had when it was last open. */
function Back({ to, params, label }: NonNullable<PageHeaderProps['back']>) {
  return (
    <Anchor
      component={Link}
      to={to}
      params={params as never}
      search={useLastSearch(to, params) as never}
      size="sm"
      c="dimmed"
      className={classes.back ?? ''}
    >
      <IconChevronLeft size={16} aria-hidden />
      {label}
    </Anchor>
  )
}

interface LoadedProps<Data> {
  call: UseQueryResult<Data>
  /** The heading if it fails, for a page whose heading depends on the data. */
  heading?: string
  /** Shown if it fails: `The project could not be loaded`. */
  what: string
  /** Shown while it loads, as high as the content. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The content of a call: loading, failed, or loaded. */
export function Loaded<Data>({ call, heading, what, skeleton = <Bones />, children }: LoadedProps<Data>) {
  if (call.data !== undefined) return children(call.data)
  if (call.error) {
    return (
      <>
        {heading && <PageHeader title={heading} />}
        <Failure what={what} error={call.error} onRetry={() => void call.refetch()} />
      </>
    )
  }
  return <div aria-busy>{skeleton}</div>
}

function Bones() {
  return (
    <Stack gap="md">
      <Skeleton h={28} w="40%" />
      <Skeleton h={14} w="65%" />
      <Skeleton h={120} />
    </Stack>
  )
}

interface SectionProps {
  title: string
  /** Links or buttons beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page under its own heading, which also names it for screen readers. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" mt={32} aria-label={title}>
      <Group justify="space-between" gap="4px md">
        <Title order={2}>{title}</Title>
        {action && <Group gap="md">{action}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
