import type { ComponentProps, MouseEvent } from 'react'

interface BusyButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean
}

/**
 * The element of every button. While its action runs it keeps the focus, which the browser takes from a disabled one, and gives to
 * the page behind a dialog.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...props }: BusyButtonProps) {
  const isBusy = props['data-loading']
  const state = isBusy ? { 'aria-disabled': true, onClick: ignore } : { disabled, onClick }
  return <button type={type} {...props} {...state} />
}

/** Also keeps it from submitting its form. */
const ignore = (event: MouseEvent) => event.preventDefault()
