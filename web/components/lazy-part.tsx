import {
  Component as Base,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  useState,
} from 'react'
import { loadCode, MissingCode } from '../connection.ts'
import { Failure } from './failure.tsx'

/**
 * A component whose code is loaded when it is first rendered. If the code is gone, a message takes its place, and the rest of
 * the page keeps its input.
 * @param place renders the message elsewhere, for what is over the page
 */
// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, a component takes any properties
export function lazyPart<Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
  place: (message: ReactNode, props: ComponentProps<Component>) => ReactNode = (message) => message,
) {
  const create = () => lazy(() => loadCode(load))
  let Part = create()
  return function LazyPart(props: ComponentProps<Component>) {
    const [attempt, setAttempt] = useState(0)
    const retry = () => {
      Part = create()
      setAttempt(attempt + 1)
    }
    return (
      <Boundary key={attempt} message={(error) => place(<Failure error={error} onRetry={retry} />, props)}>
        <Part {...props} />
      </Boundary>
    )
  }
}

interface BoundaryProps {
  message: (error: MissingCode) => ReactNode
  children: ReactNode
}

/** Catches missing code. Other errors are faults of the page, which shows them as a whole. */
class Boundary extends Base<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof MissingCode)) throw error
    return this.props.message(error)
  }
}
