import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getSettings } from '#contract'
import { useCall } from '../api.ts'
import { Mark } from '../components/mark.tsx'
import { useMay } from '../session.ts'
import { navigation } from './navigation.ts'
import classes from './navigation-links.module.css'

/** The pages that the user's role allows, in groups. */
export function NavigationLinks() {
  const may = useMay()
  const { data: settings } = useCall(getSettings)
  const groups = navigation
    .map(({ group, entries }) => ({ group, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)

  return (
    <nav aria-label="Pages" className={classes.nav}>
      <Link to="/" className={classes.home}>
        <Mark size={24} />
        <Text fw={600} truncate component="span">
          {settings?.organisationName || 'Aerie'}
        </Text>
      </Link>
      {groups.map(({ group, entries }) => (
        <section key={group} aria-label={group}>
          <div className={classes.group} aria-hidden>
            {group}
          </div>
          <ul data-plain>
            {entries.map(({ label, to, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className={classes.entry} activeOptions={{ includeSearch: false }}>
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
