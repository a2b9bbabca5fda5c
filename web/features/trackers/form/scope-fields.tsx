import { Suspense, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import classes from './scope-fields.module.css'
import type { ScopeInputsProps } from './scope-inputs.tsx'

const ScopeInputs = lazyPart(() => import('./scope-inputs.tsx'))

/** Limits of a tracker to some speakers and sources, closed while there are none. */
export function ScopeFields(props: ScopeInputsProps) {
  const [isOpen, setOpen] = useState(() => Object.values(props.values).some((limit) => limit.length > 0))
  return (
    <details className={classes.limits} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Limits</summary>
      {isOpen && (
        <Suspense fallback={<div aria-busy />}>
          <ScopeInputs {...props} />
        </Suspense>
      )}
    </details>
  )
}
