import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  finishIdentityProvider,
  getSignInMethods,
  requestPasswordReset,
  startIdentityProvider,
} from '#contract'
import { refusal, startTestApp } from '#testing'

test('without settings for them, neither email nor an identity provider is offered, and both are refused', async () => {
  const app = await startTestApp()
  try {
    const nobody = app.as('nobody')
    assert.deepEqual(await nobody.call(getSignInMethods), { passwordReset: false, identityProvider: null })
    await refusal(nobody.call(requestPasswordReset, { email: 'owner@aerie.test' }), 'mail_not_configured')
    await refusal(nobody.call(startIdentityProvider, {}), 'identity_provider_not_configured')
    await refusal(
      nobody.call(finishIdentityProvider, { response: '?code=1' }),
      'identity_provider_not_configured',
    )
  } finally {
    await app.stop()
  }
})
