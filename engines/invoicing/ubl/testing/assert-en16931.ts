import assert from 'node:assert/strict'
import { Big } from 'big.js'
import { currencyDecimals } from '#rules/currency-decimals'
import { all, type Node, one } from './parse-xml.ts'

/** Asserts that a document satisfies EN 16931-1, from the document alone. */
export function assertEn16931(root: Node): void {
  const currency = one(root, 'DocumentCurrencyCode')!
  const decimals = currencyDecimals(currency)
  const amount = (...path: string[]) => new Big(one(root, ...path) ?? 0)
  const sum = (values: Big[]) => values.reduce((total, value) => total.plus(value), new Big(0))
  const equal = (actual: Big, expected: Big, rule: string) =>
    assert.ok(actual.eq(expected), `${rule}: ${actual} is not ${expected}`)
  const rounded = (value: Big) => value.round(decimals, Big.roundHalfUp)

  for (const [path, rule] of [
    [['CustomizationID'], 'BR-01'],
    [['ID'], 'BR-02'],
    [['IssueDate'], 'BR-03'],
    [[`${root.name}TypeCode`], 'BR-04'],
    [['DocumentCurrencyCode'], 'BR-05'],
    [['AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'RegistrationName'], 'BR-06'],
    [['AccountingCustomerParty', 'Party', 'PartyLegalEntity', 'RegistrationName'], 'BR-07'],
    [['AccountingSupplierParty', 'Party', 'PostalAddress', 'Country', 'IdentificationCode'], 'BR-09'],
    [['AccountingCustomerParty', 'Party', 'PostalAddress', 'Country', 'IdentificationCode'], 'BR-11'],
    [['LegalMonetaryTotal', 'LineExtensionAmount'], 'BR-12'],
    [['LegalMonetaryTotal', 'TaxExclusiveAmount'], 'BR-13'],
    [['LegalMonetaryTotal', 'TaxInclusiveAmount'], 'BR-14'],
    [['LegalMonetaryTotal', 'PayableAmount'], 'BR-15'],
  ] as const)
    assert.ok(one(root, ...path), rule)
  assert.match(one(root, 'CustomizationID')!, /^urn:cen\.eu:en16931:2017($|#)/)
  const lines = all(root, `${root.name}Line`)
  assert.notEqual(lines.length, 0, 'BR-16')
  assert.equal(new Set(lines.map((line) => one(line, 'ID'))).size, lines.length)

  for (const node of everywhere(root)) {
    if (!node.attributes.currencyID) continue
    assert.equal(node.attributes.currencyID, currency)
    if (!node.name.endsWith('PriceAmount')) {
      assert.equal(node.text.split('.')[1]?.length ?? 0, decimals, `${node.name} has the currency's decimals`)
    }
  }

  const total = (name: string) => amount('LegalMonetaryTotal', name)
  const allowances = all(root, 'AllowanceCharge')
  const groups = all(root, 'TaxTotal', 'TaxSubtotal')
  const net = (line: Node) => new Big(one(line, 'LineExtensionAmount')!)
  const allowance = (node: Node) => new Big(one(node, 'Amount')!)
  equal(total('LineExtensionAmount'), sum(lines.map(net)), 'BR-CO-10')
  equal(total('AllowanceTotalAmount'), sum(allowances.map(allowance)), 'BR-CO-11')
  equal(
    total('TaxExclusiveAmount'),
    total('LineExtensionAmount').minus(total('AllowanceTotalAmount')),
    'BR-CO-13',
  )
  equal(
    amount('TaxTotal', 'TaxAmount'),
    sum(groups.map((group) => new Big(one(group, 'TaxAmount')!))),
    'BR-CO-14',
  )
  equal(
    total('TaxInclusiveAmount'),
    total('TaxExclusiveAmount').plus(amount('TaxTotal', 'TaxAmount')),
    'BR-CO-15',
  )
  equal(
    total('PayableAmount'),
    total('TaxInclusiveAmount').minus(total('PrepaidAmount')).plus(total('PayableRoundingAmount')),
    'BR-CO-16',
  )
  assert.notEqual(groups.length, 0, 'BR-CO-18')
  if (total('PayableAmount').gt(0)) {
    assert.ok(one(root, 'DueDate') ?? one(root, 'PaymentTerms', 'Note'), 'BR-CO-25')
  }
  const sellersParty = all(root, 'AccountingSupplierParty', 'Party')[0]!
  const sellersTax = all(sellersParty, 'PartyTaxScheme')
  const sellersVat = sellersTax.filter((scheme) => one(scheme, 'TaxScheme', 'ID') === 'VAT')
  const buyersParty = all(root, 'AccountingCustomerParty', 'Party')[0]!
  const buyersVat = one(buyersParty, 'PartyTaxScheme', 'CompanyID')
  assert.ok(sellersVat.length > 0 || one(sellersParty, 'PartyLegalEntity', 'CompanyID'), 'BR-CO-26')
  for (const scheme of [...sellersVat, ...all(buyersParty, 'PartyTaxScheme')]) {
    assert.match(one(scheme, 'CompanyID')!, /^[A-Z]{2}/, 'BR-CO-09')
  }

  const kindOf = (node: Node) => `${one(node, 'ID')} ${new Big(one(node, 'Percent') ?? 0)}`
  const kinds = groups.map((group) => kindOf(all(group, 'TaxCategory')[0]!))
  assert.equal(new Set(kinds).size, kinds.length, 'one breakdown per category and rate')
  for (const group of groups) {
    const category = all(group, 'TaxCategory')[0]!
    const code = one(category, 'ID')!
    const percent = new Big(one(category, 'Percent') ?? 0)
    const taxable = new Big(one(group, 'TaxableAmount')!)
    const same = (node: Node) => kindOf(node) === kindOf(category)
    equal(
      taxable,
      sum(lines.filter((line) => same(all(line, 'Item', 'ClassifiedTaxCategory')[0]!)).map(net)).minus(
        sum(allowances.filter((node) => same(all(node, 'TaxCategory')[0]!)).map(allowance)),
      ),
      `BR-${code}-08`,
    )
    const [tax, exact] = [new Big(one(group, 'TaxAmount')!), taxable.times(percent).div(100)]
    // The published rules accept less than a whole unit of the currency. The last of several credit notes needs a minor unit.
    const most = root.name === 'CreditNote' && code === 'S' ? new Big(10).pow(-decimals) : 0
    const isNear = tax.minus(rounded(exact)).abs().lte(most) && tax.minus(exact).abs().lt(1)
    assert.ok(isNear, `BR-CO-17, BR-${code}-09: ${tax} is not the tax on ${taxable}`)
    const reason = one(category, 'TaxExemptionReason')
    if (['S', 'Z'].includes(code)) assert.equal(reason, undefined, `BR-${code}-10`)
    else assert.ok(reason, `BR-${code}-10`)
    if (code === 'S') assert.ok(percent.gt(0), 'BR-S-05')
    else assert.ok(percent.eq(0), `BR-${code}-05`)
    if (code === 'O') {
      assert.deepEqual([sellersVat.length, buyersVat, groups.length], [0, undefined, 1], 'BR-O-02, BR-O-11')
    } else assert.ok(one(category, 'Percent'), 'BR-48')
    if (['S', 'Z', 'E', 'AE'].includes(code)) assert.notEqual(sellersTax.length, 0, `BR-${code}-02`)
    if (['K', 'G'].includes(code)) assert.notEqual(sellersVat.length, 0, 'BR-IC-02, BR-G-02')
    if (code === 'K') {
      assert.ok(buyersVat, 'BR-IC-02')
      assert.ok(one(root, 'Delivery', 'ActualDeliveryDate'), 'BR-IC-11')
      assert.ok(
        one(root, 'Delivery', 'DeliveryLocation', 'Address', 'Country', 'IdentificationCode'),
        'BR-IC-12',
      )
    }
    if (code === 'AE') assert.ok(buyersVat ?? one(buyersParty, 'PartyLegalEntity', 'CompanyID'), 'BR-AE-02')
  }

  const quantityName = root.name === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  for (const line of lines) {
    assert.ok(one(line, quantityName), 'BR-22')
    assert.equal(all(line, quantityName)[0]!.attributes.unitCode, 'C62', 'BR-23')
    assert.ok(one(line, 'Item', 'Name'), 'BR-25')
    const category = all(line, 'Item', 'ClassifiedTaxCategory')[0]!
    if (one(category, 'ID') === 'O') assert.equal(one(category, 'Percent'), undefined, 'BR-O-05')
    assert.ok(kinds.includes(kindOf(all(line, 'Item', 'ClassifiedTaxCategory')[0]!)), 'BR-CO-04')
    const price = new Big(one(line, 'Price', 'PriceAmount')!)
    assert.ok(price.gte(0), 'BR-27')
    const less = sum(all(line, 'AllowanceCharge').map(allowance))
    equal(net(line), price.times(one(line, quantityName)!).round(2, Big.roundHalfUp).minus(less), 'BT-131')
  }
  for (const node of [...allowances, ...lines.flatMap((line) => all(line, 'AllowanceCharge'))]) {
    assert.ok(one(node, 'AllowanceChargeReason'), 'BR-33, BR-42')
    assert.equal(one(node, 'ChargeIndicator'), 'false')
  }
  if (one(root, 'PaymentMeans', 'PaymentMeansCode') === '30') {
    assert.ok(one(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'), 'BR-61')
  }
}

function everywhere(node: Node): Node[] {
  return [node, ...node.children.flatMap(everywhere)]
}
