// Writes a file to the object storage at an address, and prints what it reads from it. A process of its own has its own
// credentials.
import { readS3Address } from '../s3/address.ts'
import { openS3Store } from '../s3/store.ts'
import { readText, writeText } from '../store.ts'

const place = readS3Address(process.argv[2] ?? '')
if ('problem' in place) throw new Error(place.problem)
const store = openS3Store(place)
await writeText(store, 'ab/one', 'content')
console.log(await readText(store, 'ab/one'))
