import { Link, type LinkComponentProps } from '@tanstack/react-router'
import classes from './row-link.module.css'

/** The link in the first column of a table; a click anywhere on the row follows it. */
export const RowLink = ((props: LinkComponentProps) => (
  <Link {...props} className={classes.link} data-row-link />
)) as typeof Link
