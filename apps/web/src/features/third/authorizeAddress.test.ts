import { createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { authorizeAddress, readReturn } from './authorizeAddress.ts'
import { isAnswerTo, keepTrip, newState, takeTrip } from './pendingTrip.ts'

const BEGUN = {
  serialNO: 's',
  nonce: 'n',
  clientId: 'client',
  authorizeUrl: 'https://accounts.example/auth',
  botId: '42',
}
const trip = { begun: BEGUN, returnTo: 'https://trade.example/login/third/google', state: 'st' }

describe('leaving for a third party', () => {
  it('requests an ID token with nonce and e-mail from Google', () => {
    const { origin, pathname, searchParams } = new URL(authorizeAddress('google', trip) ?? '')
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
      BEGUN.authorizeUrl,
      {
        client_id: 'client',
        redirect_uri: trip.returnTo,
        nonce: 'n',
        state: 'st',
        response_type: 'id_token',
        scope: 'openid email',
      },
    ])
  })
  it('asks Apple for a fragment, which it gives without a scope only', () => {
    const { searchParams } = new URL(authorizeAddress('apple', trip) ?? '')
    expect([searchParams.get('response_mode'), searchParams.has('scope')]).toEqual([
      'fragment',
      false,
    ])
  })
  it('names the bot and the way back to Telegram', () => {
    expect(authorizeAddress('tg', trip)).toBe(
      'https://oauth.telegram.org/auth?bot_id=42&origin=https%3A%2F%2Ftrade.example' +
        '&return_to=https%3A%2F%2Ftrade.example%2Flogin%2Fthird%2Fgoogle',
    )
  })
  it.each(['javascript:alert(1)', '/v1/dev/oauth/idToken', 'http://accounts.example/auth'])(
    'goes to no address like %s',
    (authorizeUrl) => {
      expect(
        authorizeAddress('google', { ...trip, begun: { ...BEGUN, authorizeUrl } }),
      ).toBeUndefined()
    },
  )
  it('goes nowhere when the server did not say where', () => {
    expect([
      authorizeAddress('tg', { ...trip, begun: { serialNO: 's', nonce: 'n' } }),
      authorizeAddress('apple', { ...trip, begun: { serialNO: 's', nonce: 'n' } }),
    ]).toEqual([undefined, undefined])
  })
})

describe('coming back', () => {
  it('brings the ID token and the state', () =>
    expect(readReturn('#id_token=a.b.c&state=st')).toEqual({
      proof: { token: 'a.b.c' },
      state: 'st',
    }))
  it('brings Telegram’s answer in base64url, whatever the fragment made of it', () =>
    expect(readReturn('#tgAuthResult=eyJ+/w==')).toEqual({
      proof: { token: 'eyJ-_w' },
      state: undefined,
    }))
  it('brings no proof without consent', () => {
    expect([
      readReturn('#error=access_denied&state=st'),
      readReturn('#tgAuthResult=false'),
    ]).toEqual([
      { proof: undefined, state: 'st' },
      { proof: undefined, state: undefined },
    ])
  })
  it.each(['', '#', '#section'])('is not what %o says', (hash) =>
    expect(readReturn(hash)).toBeUndefined(),
  )
})

describe('the trip between', () => {
  it('is remembered by the tab, once', () => {
    const storage = createMemoryStorage()
    const kept = {
      provider: 'google' as const,
      serialNO: 's',
      state: newState(createSeededRandom(1)),
      search: '?from=%2Fasset',
    }
    keepTrip(storage, kept)
    expect([takeTrip(storage), takeTrip(storage)]).toEqual([kept, undefined])
    expect(kept.state).toMatch(/^[0-9a-f]{32}$/)
  })
  it.each([
    '',
    '{',
    '[]',
    '{"provider":"evil","serialNO":"s","state":"x"}',
    '{"provider":"google","serialNO":1,"state":"x"}',
  ])('is none when the storage holds %o', (text) => {
    const storage = createMemoryStorage()
    storage.set('x:third', text)
    expect(takeTrip(storage)).toBeUndefined()
  })
  it('takes only the answer to its own question', () => {
    const kept = { provider: 'google' as const, serialNO: 's', state: 'mine', search: '' }
    expect([
      isAnswerTo(kept, { provider: 'google', state: 'mine' }),
      isAnswerTo(kept, { provider: 'google', state: 'theirs' }),
      isAnswerTo(kept, { provider: 'google', state: undefined }),
      isAnswerTo(kept, { provider: 'apple', state: 'mine' }),
    ]).toEqual([true, false, false, false])
    expect(isAnswerTo({ ...kept, provider: 'tg' }, { provider: 'tg', state: undefined })).toBe(true)
  })
})
