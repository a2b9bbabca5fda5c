import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { discount, line, termsOf } from '../../../../engines/invoicing/arithmetic/testing/terms.ts'
import { billingDocument } from '../../../../engines/invoicing/en16931/document.ts'
import { toCii } from '../../../../engines/invoicing/en16931/write.ts'
import { creditNoteFor, issued, practice } from '../../../../engines/invoicing/testing/issued.ts'
import { renderDocument } from './render-document.ts'
import { filesIn, infoOf, metadataOf, pagesOf, withoutPoppler } from './testing/poppler.ts'

const made = issued(
  termsOf([line('2', '48.35', '19', { discountPercent: '4' })], { discounts: [discount({ percent: '3' })] }),
  { note: 'Zażółć — ﬁne \u{1F600} 田中 \u0302' },
)

describe('a PDF with an e-invoice', { skip: withoutPoppler }, () => {
  test('contains the invoice as XML, exactly', async () => {
    const pdf = await renderDocument(made, practice, { profile: 'zugferd' })
    const files = filesIn(pdf)
    assert.deepEqual([...files.keys()], ['factur-x.xml'])
    assert.equal(files.get('factur-x.xml')?.toString(), toCii(billingDocument(made), practice))
    const file = pdf.toString('latin1')
    assert.match(file, /\/AFRelationship \/Alternative/)
    assert.match(file, /\/Subtype \/text#2Fxml/)
    assert.match(file, /\/AF \[\d+ 0 R\]/)
  })

  test('states in its metadata which file of which profile it contains, and remains PDF/A-3b', async () => {
    const metadata = metadataOf(await renderDocument(made, practice, { profile: 'zugferd' }))
    for (const property of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
    ])
      assert.equal(metadata.split(property).length, 2, property)
    // Each property is described once.
    for (const name of ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'])
      assert.equal(metadata.split(`<pdfaProperty:name>${name}</pdfaProperty:name>`).length, 2, name)
  })

  test('looks like the one without, which contains no file', async () => {
    const [hybrid, plain] = [
      await renderDocument(made, practice, { profile: 'zugferd' }),
      await renderDocument(made, practice),
    ]
    assert.deepEqual(pagesOf(hybrid), pagesOf(plain))
    assert.equal(infoOf(hybrid).get('Title'), infoOf(plain).get('Title'))
    assert.equal(filesIn(plain).size, 0)
    assert.doesNotMatch(metadataOf(plain), /factur-x/)
  })

  test('is byte-identical for the same invoice', async () => {
    const render = () => renderDocument(made, practice, { profile: 'zugferd' })
    assert.ok((await render()).equals(await render()))
  })

  test('can be a credit note', async () => {
    const note = creditNoteFor(made, false)
    const pdf = await renderDocument(note, practice, { profile: 'zugferd' })
    assert.equal(filesIn(pdf).get('factur-x.xml')?.toString(), toCii(billingDocument(note), practice))
  })
})
