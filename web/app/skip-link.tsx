import classes from './skip-link.module.css'

/** The first stop of the Tab key: past the navigation. A button, so that the address stays as it is. */
export function SkipLink() {
  return (
    <button
      type="button"
      className={classes.skip}
      onClick={() => document.getElementById('content')?.focus()}
    >
      Skip to the content
    </button>
  )
}
