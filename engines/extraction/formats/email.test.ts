import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../testing/files.ts'

const mail = (...lines: (string | Buffer)[]) =>
  Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\r\n')])))

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('an email', () => {
  test('consists of its subject and text', async () => {
    const read = await readFile(
      'hello.eml',
      mail(
        'Received: from mx.example.com by mail.example.com; Wed, 1 May 2024 10:00:00 +0200',
        'From: =?utf-8?B?QWRhIEzDtnZlbGFjZQ==?= <ada@example.com>',
        'To: Support <support@example.com>',
        'Subject: =?iso-8859-1?Q?Preis_zu_hoch_=2D_K=FCndigung?=',
        'Date: Wed, 1 May 2024 10:00:00 +0200',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        'Guten Tag,',
        '',
        'der Preis ist zu hoch. 😀',
        '> Wir erhöhen den Preis.',
      ),
    )
    assert.equal(read.kind, 'email')
    assert.equal(read.mimeType, 'message/rfc822')
    assert.deepEqual(parts(read, 'label', 'speaker'), [
      [
        'message',
        'Preis zu hoch - Kündigung',
        'Ada Lövelace',
        'Preis zu hoch - Kündigung\n\nGuten Tag,\n\nder Preis ist zu hoch. 😀\n> Wir erhöhen den Preis.',
      ],
    ])
  })

  test('with others attached to it is a thread, each part in its encoding', async () => {
    const read = await readFile(
      'thread.eml',
      mail(
        'From: ada@example.com',
        'Subject: Fwd: Prices',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="outer"',
        '',
        '--outer',
        'Content-Type: text/plain; charset=iso-8859-1',
        '',
        latin1('Schöne Grüße'),
        '--outer',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment; filename="original.eml"',
        '',
        'From: "Bob, Sales" <bob@example.com>',
        'Subject: Prices',
        'Content-Type: multipart/mixed; boundary=inner',
        '',
        '--inner',
        'Content-Type: text/plain; charset=windows-1251',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '=D6=E5=ED=E0',
        '--inner',
        'Content-Type: message/rfc822',
        '',
        'From: carol@example.com',
        'Subject: First',
        '',
        'It began here.',
        '--inner--',
        '--outer',
        'Content-Type: application/pdf',
        "Content-Disposition: attachment; filename*=utf-8''Preisliste%20%E2%82%AC.pdf",
        'Content-Transfer-Encoding: base64',
        '',
        'JVBERi0=',
        '--outer--',
      ),
    )
    assert.deepEqual(parts(read, 'label', 'speaker'), [
      [
        'message',
        'Fwd: Prices',
        'ada@example.com',
        'Fwd: Prices\n\nSchöne Grüße\n\nAttachments: Preisliste €.pdf',
      ],
      ['message', 'Prices', 'Bob, Sales', 'Prices\n\nЦена'],
      ['message', 'First', 'carol@example.com', 'First\n\nIt began here.'],
    ])
  })

  test('with only HTML is read as a page, but plain text is preferred', async () => {
    const html =
      '<html><style>p{}</style><p>It is <b>too slow</b>.</p><table><tr><td>Ada</td></tr></table></html>'
    const alone = await readFile('a.eml', mail('From: a@example.com', 'Content-Type: text/html', '', html))
    assert.equal(alone.text, 'It is too slow.\n\nAda')
    const both = await readFile(
      'a.eml',
      mail(
        'From: a@example.com',
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'In plain words.',
        '--b',
        'Content-Type: text/html',
        '',
        html,
        '--b--',
      ),
    )
    assert.equal(both.text, 'In plain words.')
  })

  test('with a name and a subject of any characters is read', async () => {
    const read = await readFile(
      'a.eml',
      mail('From: =?utf-8?Q?Ad=00a?= <a@example.com>', 'Subject: =?utf-16be?B?AEHYAABC?=', '', 'It is slow.'),
    )
    const [[, speaker, label]] = parts(read, 'speaker', 'label') as [unknown[]]
    assert.deepEqual([speaker, String(label).isWellFormed()], ['Ada', true])
  })

  test('that is encrypted is reported as such', async () => {
    const sealed = mail(
      'From: a@example.com',
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
      'Content-Transfer-Encoding: base64',
      '',
      'MIAGCSqGSIb3DQEHA6CAMIACAQA=',
    )
    await assertFails(readFile('a.eml', sealed), 'encrypted')
  })

  test('nested too deeply is rejected', async () => {
    let nested: Buffer = mail('From: z@example.com', 'Subject: last', '', 'x')
    for (let depth = 0; depth < 30; depth++)
      nested = mail('From: a@example.com', 'Subject: s', 'Content-Type: message/rfc822', '', nested)
    await assertFails(readFile('a.eml', nested), 'too_large_inside')
  })

  test('is not any text with that extension', async () => {
    await assertFails(readFile('a.eml', 'Just a note.\n\nNothing else.'), 'format_mismatch')
  })
})
