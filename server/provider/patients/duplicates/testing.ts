import type { Database } from '#database'

/** A patient with all fields but identifiers. */
export const anna = {
  givenName: 'Anna',
  familyName: 'Müller',
  birthDate: '1984-03-11',
  phone: '+49 170 1234567',
  address: { line: 'Lindenstraße 5', city: 'Köln', postalCode: '50667', country: 'DE' },
}

/** Deletes all patients and search results, for a test that searches all patients. */
export async function forget({ reader, pool }: Database): Promise<void> {
  await pool.query(`
    alter table patient_changes disable trigger patient_changes_kept;
    delete from patient_changes;
    alter table patient_changes enable trigger patient_changes_kept`)
  await reader.deleteFrom('likelyDuplicates').execute()
  await reader.deleteFrom('duplicateSearches').execute()
  await reader.deleteFrom('notDuplicatePairs').execute()
  await reader.deleteFrom('patientIdentifiers').execute()
  await reader.updateTable('patients').set({ mergedInto: null }).execute()
  await reader.deleteFrom('patients').execute()
}
