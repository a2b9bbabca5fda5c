import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { getSession, type Output } from '#contract'
import { call } from '../api.ts'
import { askToConfirm } from '../confirmation.ts'
import { leaveForSignIn } from '../session.ts'
import { downloadFrom } from './download.ts'
import { notifyFailed } from './notify.tsx'

interface ExportLinkProps extends Pick<ButtonProps, 'size'> {
  href: string
  children: string
  'aria-label'?: string
}

/** A link to an export. Users confirm first who they are, if that was long ago: a download cannot ask them. */
export function ExportLink({ href, ...button }: ExportLinkProps) {
  const start = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      const found = (await call(getSession, {}, {})) as Output<typeof getSession>
      if (!found) await leaveForSignIn()
      if (found?.session.confirmed || (await askToConfirm())) downloadFrom(href)
    } catch (error) {
      notifyFailed('Nothing was exported', error)
    }
  }
  return (
    <Button
      component="a"
      href={href}
      onClick={start}
      leftSection={<IconDownload size={16} aria-hidden />}
      {...button}
    />
  )
}
