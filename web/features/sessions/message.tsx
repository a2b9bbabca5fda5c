import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/links.tsx'
import { Threshold } from '../../components/threshold.tsx'

interface MessageProps {
  title: string
  text: ReactNode
  /** Announced by screen readers. */
  role?: 'alert' | 'status'
  /** Where the button leads, and its label. By default back to sign-in. */
  to?: '/sign-in' | '/forgot-password'
  label?: string
  /** Drops this page from the history. */
  replace?: boolean
}

/** A page without a session that shows a message and one link. */
export function Message(props: MessageProps) {
  const { title, text, role, to = '/sign-in', label = 'Back to sign-in', replace = false } = props
  return (
    <Threshold title={title} text={<div role={role}>{text}</div>}>
      <ButtonLink to={to} replace={replace} fullWidth variant={role === 'alert' ? 'filled' : 'default'}>
        {label}
      </ButtonLink>
    </Threshold>
  )
}
