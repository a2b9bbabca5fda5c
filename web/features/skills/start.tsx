import { StartAnywhere } from './start-anywhere.tsx'
import { StartRun, type StartRunProps } from './start-run.tsx'

/** The form that starts a skill. It asks for the project if none is given. Loaded on first use. */
export default function Start(props: Omit<StartRunProps, 'projects'>) {
  return props.projectId ? <StartRun {...props} /> : <StartAnywhere {...props} />
}
