import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHeadingFocus } from './heading-focus.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** One or two sentences on what the page is for. */
  description?: ReactNode
  /** Beside the title: a state. */
  badge?: ReactNode
  /** The one primary action, and at most a quiet menu before it. */
  action?: ReactNode
  /** The page above this one. */
  back?: { to: NonNullable<LinkProps['to']>; params?: Record<string, string>; label: string }
  /** Which part of the thing is shown, where it has several with addresses of their own. */
  part?: string | undefined
}

/** The heading of a page. It names the browser's tab too and takes the focus after a navigation. */
export function PageHeader({ title, description, badge, action, back, part }: PageHeaderProps) {
  const heading = useHeadingFocus()
  return (
    <Stack component="header" gap={6} mb="lg">
      <title>{[part, title, 'Aerie'].filter(Boolean).join(' · ')}</title>
      {back && (
        <Anchor
          component={Link}
          to={back.to}
          params={back.params as never}
          size="sm"
          c="dimmed"
          className={classes.back ?? ''}
        >
          <IconChevronLeft size={16} aria-hidden />
          {back.label}
        </Anchor>
      )}
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
