import { children } from '../../../../../engines/extraction/testing/children.ts'
import { endless } from '../../../../../engines/extraction/testing/endless.ts'
import { file } from '../../../../../engines/extraction/testing/files.ts'
import { createExtractor } from '../extractor.ts'
import { extract } from './extract.ts'

// A server that reads an endless file, and prints the id of the reading process. With `short`, one that has read a file and
// does not stop its extractor; with `stop`, one that does.

const extractor = createExtractor()
if (process.argv[2] === 'short') {
  console.log((await extract(extractor, file('a.txt', 'read'))).text)
} else if (process.argv[2] === 'stop') {
  await extract(extractor, file('a.txt', 'read'))
  await extractor.stop()
  console.log('stopped')
} else {
  void extract(extractor, endless()).catch(() => {})
  console.log(children().join(' '))
}
