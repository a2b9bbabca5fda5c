import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applied,
  createProject,
  createTracker,
  getProject,
  getSettings,
  getSource,
  getTracker,
  searchProject,
  updateProject,
  updateSettings,
  updateSource,
} from '#contract'
import { onDatabase, refusal, until } from '#testing'
import { recognizeLanguage } from '../../../../engines/language/recognize.ts'
import { newProject, read, settled, textFile, upload } from '../testing/uploads.ts'
import { chooseLanguage } from './language.ts'
import { shortTexts } from './testing/short-texts.ts'

const choose = async (text: string, usual: string | null) =>
  chooseLanguage(await recognizeLanguage(text), usual)

test('300 short texts in six languages have the language of the longer ones beside them', async () => {
  assert.equal(Object.values(shortTexts).flat().length, 300)
  for (const [language, texts] of Object.entries(shortTexts))
    for (const text of texts) assert.equal(await choose(text, language), language, text)
})

test('a short text that is clearly in another language than those beside it has its own', async () => {
  for (const [text, usual, language] of [
    ['Der Preis ist zu hoch', 'en', 'de'],
    ['The app is slow', 'de', 'en'],
    ['Les prix sont trop élevés', 'es', 'fr'],
    ['Цена высокая', 'en', 'ru'],
    ['Ціна висока', 'de', 'uk'],
    ['太贵了', 'en', 'zh'],
    ['価格が高い', 'zh', 'ja'],
    ['가격이 비싸요', 'en', 'ko'],
    ['Η τιμή', 'fr', 'el'],
  ] as const)
    assert.equal(await choose(text, usual), language, text)
})

test('names, loan words, signs and numbers have the language beside them, if its script has their letters', async () => {
  for (const text of ['Excel export', 'Anna Schmidt', 'Workshop war super', '10 µm', '12345', '👍'])
    assert.equal(await choose(text, 'de'), 'de', text)
  assert.equal(await choose('価格', 'ja'), 'ja')
  assert.notEqual(await choose('iPhone', 'ru'), 'ru')
})

test('without a language beside it, a short text has one only if it shows it', async () => {
  for (const [text, language] of [
    ['Der Preis ist zu hoch', 'de'],
    ['The app is slow', 'en'],
    ['Super', null],
    ['12345', null],
  ] as const)
    assert.equal(await choose(text, null), language, text)
})

test('a long text has its own language, whatever is usual', async () => {
  const text = shortTexts.de!.join('. ')
  assert.equal(await choose(text, 'en'), 'de')
})

onDatabase('the language of a text', (app) => {
  const long = (language: string) => shortTexts[language]!.join('. ')
  const languageIn = async (projectId: string, text: string) =>
    (await read(app(), { projectId, title: 'Short', text })).language

  test('is that set at upload; else, if short, that of longer sources, of the project, of the organisation', async () => {
    const projectId = await newProject(app())
    const member = app().as('member')
    const admin = app().as('admin')
    assert.equal(await languageIn(projectId, 'Export 1'), null)
    await admin.call(updateSettings, { language: 'es' })
    assert.equal((await admin.call(getSettings)).language, 'es')
    assert.equal(await languageIn(projectId, 'Export 2'), 'es')
    assert.equal(applied(await member.call(updateProject, { projectId, language: 'fr' })).language, 'fr')
    assert.equal(await languageIn(projectId, 'Export 3'), 'fr')
    await read(app(), { projectId, title: 'Long', text: long('en') })
    await read(app(), { projectId, title: 'Longer', text: long('de') })
    await read(app(), { projectId, title: 'Longest', text: `${long('de')}. Ende` })
    assert.equal(await languageIn(projectId, 'Export 4'), 'de')
    for (const set of [{ text: 'Export 5', title: 'Set' }, { file: textFile('set.txt', long('it')) }]) {
      const source = await read(app(), { projectId, ...set, language: 'pl' })
      assert.deepEqual([source.language, source.statedLanguage], ['pl', 'pl'])
    }
    await admin.call(updateSettings, { language: null })
    await member.call(updateProject, { projectId, language: null })
    assert.equal((await member.call(getProject, { projectId })).language, null)
    assert.equal((await member.call(createProject, { name: 'Es', language: 'es' })).language, 'es')
  })

  test('can be changed: its text is read, indexed and matched again', async () => {
    const member = app().as('member')
    const projectId = await newProject(app())
    const text = 'Häuser'
    const source = await read(app(), { projectId, title: 'Short', text, language: 'en' })
    const phrases = [{ text: 'Haus', match: 'stem' as const }]
    const { id: trackerId } = await member.call(createTracker, { projectId, name: 'Houses', phrases })
    const find = async () => (await member.call(searchProject, { projectId, q: 'Haus' })).data.length
    assert.equal(await find(), 0)

    const change = { sourceId: source.id, version: source.version }
    const changed = await member.call(updateSource, { ...change, language: 'de' })
    assert.deepEqual([changed.statedLanguage, changed.version], ['de', source.version + 1])
    await refusal(member.call(updateSource, { ...change, language: 'fr' }), 'stale_version')
    assert.equal((await settled(app(), source.id)).language, 'de')
    assert.equal(await find(), 1)
    await until(
      () => member.call(getTracker, { trackerId }),
      ({ counts }) => counts.mentions === 1,
    )

    await member.call(updateSource, { sourceId: source.id, language: null })
    await settled(app(), source.id)
    const recognized = await member.call(getSource, { sourceId: source.id })
    assert.deepEqual([recognized.language, recognized.statedLanguage], ['de', null])
  })

  test('must be one with word forms', async () => {
    const projectId = await newProject(app())
    const member = app().as('member')
    const admin = app().as('admin')
    const language = 'tlh' as 'en'
    for (const call of [
      () => member.call(updateProject, { projectId, language }),
      () => member.call(createProject, { name: 'Qo’noS', language }),
      () => admin.call(updateSettings, { language }),
      () => upload(app(), { projectId, title: 'Short', text: 'Export', language }),
      () => upload(app(), { projectId, file: textFile('a.txt', 'Export'), language }),
    ]) {
      const { errors } = await refusal(call(), 'validation_failed')
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['language'],
      )
    }
  })
})
