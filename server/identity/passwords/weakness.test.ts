import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { weaknessOf } from './weakness.ts'

const known = ['Aerie', 'Ada Lovelace', 'ada.king@analytical.test', 'Eyrie Clinic']

describe('passwords that are easy to guess', () => {
  for (const [weakness, what, passwords] of [
    [
      'common',
      'are common or resemble a common one',
      ['password1234', 'Password1234!', 'P@ssw0rd1234', 'letmein12345', '123456789012', 'drowssap4321'],
    ],
    ['common', 'are common in other forms of the same characters', ['ｐａｓｓｗｏｒｄ１２３４']],
    [
      'repeat',
      'repeat a character or a short pattern',
      ['aaaaaaaaaaaa', 'abcabcabcabc', 'abababababab', '!!!!!!!!!!!!', 'a'.repeat(128), '密码'.repeat(8)],
    ],
    ['sequence', 'follow the alphabet or the keyboard', ['abcdefghijklm', 'zxcvbnm,./12']],
    [
      'name',
      'contain the name of the product, the user or the organisation',
      [
        'aerieaerie12',
        'Aerie2024!!!',
        'AdaLovelace1',
        '4d4l0v3l4c3!',
        'ada.king@analytical.test',
        'adaking1815!',
        'eyrie-clinic',
      ],
    ],
    ['guessable', 'are words and dates that are tried first', ['Summer2024!!', 'twelve characters']],
  ] as const) {
    test(what, () => {
      for (const password of passwords) assert.equal(weaknessOf(password, known), weakness, password)
    })
  }

  test('are neither random characters nor a few unrelated words', () => {
    for (const password of [
      'x8Fk2Lq9Zt3w',
      'kV3m-qpW9-xL',
      'green apple tree',
      'aerie is my favourite',
      'correct horse battery staple',
      'кот собака река небо',
    ])
      assert.equal(weaknessOf(password, known), null, password)
  })
})
