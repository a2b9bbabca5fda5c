import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { deleteSource, getSourceText, searchProject } from '#contract'
import { newId } from '#platform'
import { cases, onEachDatabase, refusal } from '#testing'
import { newProject, read } from '../testing/uploads.ts'
import { vectorOf } from './vector.ts'

const texts: Record<string, string> = {
  english:
    'The customers kept running into the same problem with their invoices. They told our support team that the totals were wrong whenever a discount was involved, and that nobody had called them back. 😀',
  german:
    'Die Kundinnen beschweren sich über lange Wartezeiten am Telefon. Viele Gespräche dauern länger als nötig, und die Rechnungen sind schwer zu verstehen, sagen sie immer wieder.',
  french:
    'Les clients trouvent que l’application est trop lente au démarrage. Ils nous ont parlé plusieurs fois des difficultés de connexion et des factures incomplètes.',
  russian:
    'Клиенты жалуются на долгую доставку и на повреждённые посылки. Многие покупатели говорили, что им никто не перезвонил в течение недели.',
  greek:
    'Οι πελάτες παραπονιούνται για τις μεγάλες καθυστερήσεις στις παραδόσεις. Πολλοί είπαν ότι κανείς δεν απάντησε στα μηνύματά τους.',
  japanese:
    '東京の顧客は配送の遅れについて不満を述べました。サポートに電話しても、なかなかつながらないそうです。',
  chinese: '客户对发货速度很不满意。他们说客服的电话总是打不通,希望我们尽快改进。',
  thai: 'ลูกค้าบ่นว่าการจัดส่งล่าช้ามาก และไม่มีใครรับโทรศัพท์',
  arabic: 'اشتكى العملاء من تأخر التسليم، وقالوا إن الفواتير غير واضحة ولا أحد يرد على الهاتف.',
  polish:
    'Klienci skarżą się na wysokie ceny i długie terminy dostawy. Nikt z obsługi nie odpowiedział na ich wiadomości w Łodzi.',
  czech:
    'Zákazníci si stěžují na vysoké ceny a dlouhé dodací lhůty. Nikdo z podpory jim neodpověděl na zprávy.',
  ukrainian:
    'Клієнти скаржаться на високі ціни та довгу доставку. Ніхто зі служби підтримки не відповів на їхні повідомлення.',
  korean: '고객들은 배송이 늦다고 불평했습니다. 가격이 너무 비싸고 고객센터는 전화를 받지 않습니다.',
  hebrew: 'הלקוחות התלוננו על עיכובים במשלוח ועל חשבוניות שגויות.',
  hindi: 'ग्राहकों ने डिलीवरी में देरी की शिकायत की और कहा कि बिल गलत थे।',
}

onEachDatabase('search', (app) => {
  let projectId: string
  const ids = new Map<string, string>()
  const find = async (q: string, limit = 50) =>
    (await app().as('member').call(searchProject, { projectId, q, limit })).data
  const titles = async (q: string) => (await find(q)).map(({ sourceTitle }) => sourceTitle)
  const highlighted = async (q: string) =>
    (await find(q)).map(({ snippet, highlights }) =>
      highlights.map(([start, end]) => snippet.slice(start, end)),
    )

  before(async () => {
    projectId = await newProject(app())
    const read1 = async ([title, text]: [string, string]) =>
      ids.set(title, (await read(app(), { projectId, title, text })).id)
    await Promise.all(Object.entries(texts).map(read1))
  })

  test('passages of former texts do not keep others from being found', async () => {
    await app().db.pool.query(
      `insert into source_passages
         (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
       select $1, $1, n, 0, 1, 'x', '[]', 'en', $2 from generate_series(1, 2500) n`,
      [newId(), vectorOf('obsidian', { projectId, language: 'en', speakers: [] })],
    )
    await read(app(), { projectId, title: 'later', text: 'She said that the floor was of obsidian.' })
    assert.deepEqual(await titles('obsidian'), ['later'])
  })

  for (const [q, title, words] of [
    ['run', 'english', ['running']],
    ['discounts', 'english', ['discount']],
    ['Rechnung', 'german', ['Rechnungen']],
    ['gespräch', 'german', ['Gespräche']],
    ['difficulté', 'french', ['difficultés']],
    ['APPLICATION', 'french', ['application']],
    ['клиент', 'russian', ['Клиенты']],
    ['παράδοση', 'greek', ['παραδόσεις']],
    ['配送', 'japanese', ['配送']],
    ['サポート', 'japanese', ['サポート']],
    ['客服 发货', 'chinese', ['发货', '客服']],
    ['โทรศัพท์', 'thai', ['โทรศัพท์']],
    ['الفواتير', 'arabic', ['الفواتير']],
    ['חשבוניות', 'hebrew', ['חשבוניות']],
    ['dostawa', 'polish', ['dostawy']],
    ['lodz', 'polish', ['Łodzi']],
    ['zákazník', 'czech', ['Zákazníci']],
    ['клієнт', 'ukrainian', ['Клієнти']],
    ['가격', 'korean', ['가격이']],
    ['配送 不満', 'japanese', ['配送', '不満']],
    ['difficulte', 'french', ['difficultés']],
    ['wartezeít', 'german', ['Wartezeiten']],
    ['शिकायत', 'hindi', ['शिकायत']],
    ['😀', 'english', ['😀']],
  ] as const) {
    test(`“${q}” is found in the ${title} text, and highlighted there`, async () => {
      assert.deepEqual(await titles(q), [title])
      assert.deepEqual(await highlighted(q), [words])
    })
  }

  test('quoted words must be in order; “or” requires one of two; a minus excludes', async () => {
    assert.deepEqual(await titles('"support team"'), ['english'])
    assert.deepEqual(await titles('"team support"'), [])
    assert.deepEqual(await titles('team support'), ['english'])
    assert.deepEqual((await titles('support or Rechnungen')).sort(), ['english', 'german'])
    assert.deepEqual(await titles('support -discount'), [])
    assert.deepEqual(await titles('support -"discount support"'), ['english'])
    assert.deepEqual(await titles('配達 or 送の'), ['japanese'])
    assert.deepEqual(await titles('"送配"'), [])
  })

  test('a search without words finds nothing', async () => {
    for (const q of ['…', '"', '-', 'or', '""', '& | ! ( ) <->', ':*', "'"])
      assert.deepEqual(await find(q), [])
  })

  test('stop words count only if quoted, or if nothing else is searched for', async () => {
    assert.deepEqual(await titles('what was the discount for'), ['english'])
    assert.deepEqual(await highlighted('the discount'), [['discount']])
    assert.deepEqual(await titles('"for the discount"'), [])
    assert.deepEqual(await titles('nobody had'), ['english'])
    assert.deepEqual((await titles('they had')).includes('english'), true)
    assert.deepEqual(await titles('discount -the'), [])
  })

  test('passages with the words close together and frequent come first', async () => {
    const other = await newProject(app())
    const filler = 'Something else was said about the weather and about the garden. '.repeat(6)
    for (const [title, text] of [
      ['far', `The parcel was late. ${filler} Nobody knew about the delivery.`],
      ['near', `The parcel delivery was late. ${filler}`],
      ['often', `The parcel delivery was late, and the parcel delivery before it. ${filler}`],
    ] as const)
      await read(app(), { projectId: other, title, text })
    const { data } = await app().as('member').call(searchProject, { projectId: other, q: 'parcel delivery' })
    assert.deepEqual(
      data.map(({ sourceTitle }) => sourceTitle),
      ['often', 'near', 'far'],
    )
    assert.ok(data[0]!.score > data[1]!.score && data[1]!.score > data[2]!.score)
    const one = await app()
      .as('member')
      .call(searchProject, { projectId: other, q: 'parcel delivery', limit: 1 })
    assert.deepEqual(one.data, data.slice(0, 1))
  })

  test('a hit in a transcript has the speaker and the place', async () => {
    const other = await newProject(app())
    const text =
      'Ada: How do you like the new dashboard?\nBob: It is slow, but the charts 📈 are lovely.\nAda: I see.'
    const { id: sourceId } = await read(app(), { projectId: other, title: 'Call', kind: 'transcript', text })
    const { text: said } = await app().as('member').call(getSourceText, { sourceId })
    const { data } = await app().as('member').call(searchProject, { projectId: other, q: 'chart' })
    assert.deepEqual(
      data.map(({ speaker, start, end }) => [speaker, said.slice(start, end)]),
      [['Bob', 'It is slow, but the charts 📈 are lovely.']],
    )
  })

  test('a speaker’s name finds what the speaker said', async () => {
    const other = await newProject(app())
    const text =
      'Ada Lovelace: How do you like it?\nBob Smith-Jones: It is slow.\nAda Lovelace: Why?\nBob Smith-Jones: No idea, Ada.'
    const { id: sourceId } = await read(app(), { projectId: other, title: 'Call', kind: 'transcript', text })
    const { text: said } = await app().as('member').call(getSourceText, { sourceId })
    const first = async (q: string) => {
      const { data } = await app().as('member').call(searchProject, { projectId: other, q })
      return data.map(({ speaker, start, end }) => [speaker, said.slice(start, end)])[0]
    }
    assert.deepEqual(await first('lovelace'), ['Ada Lovelace', 'How do you like it?'])
    assert.deepEqual(await first('Smith-Jones slow'), ['Bob Smith-Jones', 'It is slow.'])
    assert.deepEqual(await first('"Bob Smith" idea'), ['Bob Smith-Jones', 'No idea, Ada.'])
    assert.equal(await first('"idea Ada Lovelace"'), undefined)
  })

  test('a hit in a table is a row, with its fields in lines of their own', async () => {
    const other = await newProject(app())
    const comments = ['Too slow', `A long answer: ${'and so on '.repeat(30)}`, 'Slow\nand dear']
    const table = ['Score,Comment', ...comments.map((comment, n) => `${n},"${comment}"`)].join('\n')
    await read(app(), { projectId: other, file: new File([table], 'survey.csv') })
    const { data } = await app().as('member').call(searchProject, { projectId: other, q: 'slow' })
    assert.deepEqual(
      data.map(({ snippet, highlights }) => [
        snippet,
        highlights.map(([from, to]) => snippet.slice(from, to)),
      ]),
      [['Score: 0\nComment: Too slow', ['slow']]],
    )
  })

  test('in a long text each place is found, and offsets hold', async () => {
    const other = await newProject(app())
    const paragraphs = Array.from(
      { length: 300 },
      (_, n) =>
        `Paragraph 👩‍👩‍👧 number ${n} speaks of ${n % 100 === 7 ? 'wombats' : 'nothing'} at length. ${'Blah bläh. '.repeat(n % 40)}`,
    )
    const long = `Ein ${'sehr '.repeat(3000)}langer Satz über Wombats.`
    const { id: sourceId } = await read(app(), {
      projectId: other,
      title: 'Long',
      text: [...paragraphs, long].join('\r\n\r\n'),
    })
    const { text } = await app().as('member').call(getSourceText, { sourceId })
    const { data } = await app().as('member').call(searchProject, { projectId: other, q: 'wombats' })
    assert.equal(data.length, 4)
    for (const { start, end, snippet, highlights } of data) {
      assert.match(text.slice(start, end), /wombats/i)
      assert.ok(snippet.length < 400)
      assert.deepEqual(
        highlights.map(([from, to]) => snippet.slice(from, to).toLowerCase()),
        ['wombats'],
      )
    }
  })

  test('a search covers only the current texts of its project', async () => {
    const other = await newProject(app())
    const search = async (q: string) =>
      (await app().as('member').call(searchProject, { projectId: other, q })).data.map(
        ({ sourceTitle }) => sourceTitle,
      )
    assert.deepEqual(await search('invoices'), [])
    const said = { projectId: other, title: 'Changing', externalId: 'changing' }
    const { id: sourceId } = await read(app(), { ...said, text: 'First it spoke of aardvarks.' })
    assert.deepEqual(await search('aardvark'), ['Changing'])
    await read(app(), { ...said, text: 'Then it spoke of pangolins.' })
    assert.deepEqual(await search('aardvark'), [])
    assert.deepEqual(await search('pangolin'), ['Changing'])
    await app().as('member').call(deleteSource, { sourceId })
    assert.deepEqual(await search('pangolin'), [])
    await refusal(app().as('member').call(searchProject, { projectId: newId(), q: 'x' }), 'project_not_found')
  })

  test('filters limit a search by source and speaker', async () => {
    const other = await newProject(app())
    const early = { author: 'Zoë', tags: ['spring'], occurredAt: '2026-03-01T10:00:00.000Z' }
    const late = { author: 'Bob', tags: ['autumn'], occurredAt: '2026-10-01T10:00:00.000Z' }
    const text = 'Ada: The price is too high, I think.\nÉmile: I said nothing of it.\nAda: But late, too.'
    await read(app(), { projectId: other, title: 'call', kind: 'transcript', text, language: 'en', ...early })
    await read(app(), { projectId: other, title: 'note', text: 'Prices were fine.', language: 'en', ...late })
    const found = async (filters: object) => {
      const query = { projectId: other, q: 'price or nothing', ...filters }
      const { data } = await app().as('member').call(searchProject, query)
      return data.map(({ sourceTitle }) => sourceTitle).sort()
    }
    for (const [filters, titles] of [
      [{}, ['call', 'note']],
      [{ kind: 'transcript' }, ['call']],
      [{ tag: 'autumn' }, ['note']],
      [{ author: 'zoë' }, ['call']],
      [{ speaker: 'ada' }, ['call']],
      [{ speaker: 'emile' }, ['call']],
      [{ speaker: 'Grace' }, []],
      [{ q: 'price', speaker: 'Émile' }, []],
      [{ from: '2026-10-01T12:00:00+02:00' }, ['note']],
      [{ to: '2026-10-01T10:00:00Z' }, ['call']],
      [{ author: 'Bob', tag: 'spring' }, []],
    ] as const)
      assert.deepEqual(await found(filters), titles, JSON.stringify(filters))
  })

  test('a cursor leads to all passages, each once, in the same order', async () => {
    const other = await newProject(app())
    const paragraph = (n: number) =>
      `Ada: Invoice ${n}${' again'.repeat(n % 7)}. ${'They said so. '.repeat(70)}`
    const text = Array.from({ length: 45 }, (_, n) => paragraph(n)).join('\n')
    await read(app(), { projectId: other, title: 'call', kind: 'transcript', text })
    for (const filters of [{}, { speaker: 'Ada' }]) {
      const page = (limit: number, cursor?: string) =>
        app()
          .as('member')
          .call(searchProject, {
            projectId: other,
            q: 'invoice',
            limit,
            ...filters,
            ...(cursor && { cursor }),
          })
      const all = await page(200)
      assert.ok(all.data.length > 40 && all.nextCursor === null)
      const paged = []
      let cursor: string | null = null
      do {
        const next: typeof all = await page(7, cursor ?? undefined)
        paged.push(...next.data)
        cursor = next.nextCursor
      } while (cursor !== null)
      assert.deepEqual(paged, all.data)
    }
    const foreign = { projectId: other, q: 'invoice', cursor: 'x' }
    await refusal(app().as('member').call(searchProject, foreign), 'validation_failed')
  })

  test('any search returns hits with valid highlights', async () => {
    const bits = [
      'customer',
      '客服',
      '-',
      '"',
      ' or ',
      '😀',
      "'",
      '\\',
      '&',
      '|',
      '!',
      '(',
      ')',
      ':*',
      '<->',
      '%',
      '\n',
      'ß',
      'İ',
      '\u0301',
      'a'.repeat(90),
      '123,4',
      '\u200d',
    ]
    const q = fc
      .array(fc.oneof(fc.constantFrom(...bits), fc.string({ unit: 'grapheme', maxLength: 5 })), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => parts.join('').trim().slice(0, 500).toWellFormed().replaceAll('\u0000', ''))
      .filter((written) => written.trim().length > 0)
    await fc.assert(
      fc.asyncProperty(q, async (written) => {
        for (const { snippet, highlights } of await find(written)) {
          for (const [start, end] of highlights) assert.ok(start < end && end <= snippet.length)
        }
      }),
      { numRuns: cases(60) },
    )
  })
})
