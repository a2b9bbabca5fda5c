import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getSettings } from '#contract'
import { useCall } from '../api.ts'
import { Mark } from '../components/mark.tsx'
import { useMay } from '../session.ts'
import { navigationFor } from './navigation.ts'
import classes from './navigation-links.module.css'

/** The pages that the user may open, in groups. */
export function NavigationLinks() {
  const may = useMay()
  const { data: settings } = useCall(getSettings)

  return (
    <nav aria-label="Pages" className={classes.nav}>
      <div className={classes.organisation}>
        <Mark size={24} />
        <Text fw={600} truncate component="span" className={classes.label ?? ''}>
          {settings?.organisationName || 'Aerie'}
        </Text>
      </div>
      {navigationFor(settings?.uses, may).map(({ group, entries }) => (
        <section key={group} aria-label={group || undefined}>
          {group && (
            <div className={classes.group} aria-hidden>
              {group}
            </div>
          )}
          <ul data-plain>
            {entries.map(({ label, to, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={classes.entry}
                  activeOptions={{ includeSearch: false, exact: to === '/' }}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <span className={classes.label}>{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
