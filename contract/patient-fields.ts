import { z } from 'zod'
import { date, email, text } from './rules/fields.ts'

export const sexes = ['female', 'male', 'other', 'unknown'] as const

const birthDate = date.refine((value) => value >= '1800-01-01' && value <= latestToday(), {
  error: 'Enter a date of birth between 1800 and today',
})

/** Today's date in the time zone furthest ahead of UTC. */
const latestToday = () => new Date(Date.now() + 14 * 3600_000).toISOString().slice(0, 10)

/** Text that may be left out, null or empty, which are one thing: null. */
const optionalText = (max: number) =>
  text(0, max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))

/** What a merge keeps of a field: one record's value or another. */
const choice = <Value extends z.ZodType>(value: Value) =>
  z.union([z.enum(['source', 'target']), value]).optional()

const textField = (label: string, max: number, otherNames = '', input = optionalText(max)) => ({
  label,
  otherNames,
  value: z.string().nullable(),
  input,
  choice: choice(text(1, max).nullable()),
})

/** @param value the type in responses @param rule the rule for values in requests */
const optionalField = <Value extends z.ZodType, Rule extends z.ZodType>(
  label: string,
  value: Value,
  rule: Rule,
  otherNames = '',
) => ({
  label,
  otherNames,
  value: value.nullable(),
  input: rule.nullable().optional(),
  choice: choice(rule.nullable()),
})

const country = optionalText(2).refine(
  (value) => !value || /^[A-Z]{2}$/.test(value),
  'Enter a two-letter ISO 3166 country code, such as DE',
)

const addressParts = {
  line: textField(
    'Street and number',
    300,
    'address street addressline1 address1 streetaddress strasse adresse',
  ),
  city: textField('City', 200, 'town suburb ort stadt ville'),
  region: textField('Region', 200, 'state county province'),
  postalCode: textField('Postal code', 20, 'postcode zip zipcode plz postal codepostal'),
  country: textField('Country', 2, 'countrycode land', country),
}

/** Returns one detail of each field, by field. */
const each = <Fields extends object, Detail extends keyof Fields[keyof Fields]>(
  fields: Fields,
  detail: Detail,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, (field as Fields[keyof Fields])[detail]]),
  ) as { [Name in keyof Fields]: Fields[Name][Detail] }

export const address = z.strictObject(each(addressParts, 'value')).meta({ id: 'Address' })
export type Address = z.output<typeof address>
export const addressFields = Object.keys(addressParts) as (keyof Address)[]

const givenAddress = z.strictObject(each(addressParts, 'input')).meta({ id: 'AddressInput' })

/**
 * Everything that is known of a patient, besides identifiers, in the order of forms, exports and merges. `value` is a field's type
 * in responses, `input` in requests and `choice` in merges. A column of a file can have one of its `otherNames`, which have no
 * spaces, punctuation, accents and capitals.
 */
const fields = {
  givenName: textField('Given name', 200, 'firstname forename forenames given first vorname prenom nombre'),
  familyName: textField('Family name', 200, 'lastname surname family last nachname nom apellido apellidos'),
  birthDate: optionalField(
    'Date of birth',
    date,
    birthDate,
    'dateofbirth dob born birthday birth geburtsdatum datedenaissance',
  ),
  sex: {
    label: 'Sex',
    otherNames: 'gender geschlecht sexe sexo',
    value: z.enum(sexes),
    input: z.enum(sexes).optional(),
    choice: choice(z.enum(sexes)),
  },
  phone: textField('Phone', 50, 'telephone phonenumber mobile mobilephone cell tel telefon telephonenumber'),
  email: optionalField('Email address', z.string(), email, 'mail emailaddress'),
  address: { label: 'Address', value: address, input: givenAddress.optional(), choice: choice(givenAddress) },
}

export type PatientField = keyof typeof fields
export const patientFields = Object.keys(fields) as PatientField[]

export const patientValues = each(fields, 'value')
export const patientInput = each(fields, 'input')
export const patientChoices = each(fields, 'choice')

const values = z.strictObject(patientValues)
/** The fields of a patient of whom nothing is known. */
export const blankPatient: z.output<typeof values> = {
  ...(Object.fromEntries(patientFields.map((field) => [field, null])) as Record<PatientField, null>),
  sex: 'unknown',
  address: Object.fromEntries(addressFields.map((part) => [part, null])) as Record<keyof Address, null>,
}

const { address: _, ...ofOneColumn } = fields
const { line: addressLine, ...places } = addressParts
/** The columns of `patients` and of files that hold the fields. */
const columns = { ...ofOneColumn, addressLine, ...places }
export type PatientColumn = keyof typeof columns
export const patientColumns = Object.keys(columns) as PatientColumn[]
export const patientColumnNames = each(columns, 'otherNames')

/** The labels of fields and columns. */
export const patientLabels = each({ ...fields, ...columns }, 'label')
