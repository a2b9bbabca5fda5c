import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Patient } from '#contract'
import { Facts } from '../../components/facts.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { AddressText } from './address-text.tsx'
import { BirthDate } from './birth-date.tsx'
import classes from './patient-facts.module.css'
import { sexNames } from './words.ts'

export function PatientFacts({ patient }: { patient: Patient }) {
  const { birthDate, sex, phone, email, address, createdAt, updatedAt } = patient
  const fact = (name: string, value: ReactNode) => ({
    name,
    value: <span className={classes.value}>{value}</span>,
  })
  return (
    <Facts
      facts={[
        fact('Date of birth', <BirthDate date={birthDate} />),
        fact('Sex', sexNames[sex]),
        fact(
          'Telephone',
          phone ? <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor> : '—',
        ),
        fact('E-mail address', email ? <Anchor href={`mailto:${email}`}>{email}</Anchor> : '—'),
        fact('Address', <AddressText address={address} />),
        fact('Recorded', <RelativeTime at={createdAt} />),
        fact('Changed', <RelativeTime at={updatedAt} />),
      ]}
    />
  )
}
