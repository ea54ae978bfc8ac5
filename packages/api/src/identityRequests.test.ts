import { describe, expect, it } from 'vitest'
import { acceptsRequest, changed, type Changes } from './testing/requestCheck.ts'

type Row = readonly [isAccepted: boolean, what: string, changes: Changes]
const long = (length: number) => 'x'.repeat(length)
const PASSKEY = { id: 'a', rawId: 'a', type: 'public-key', response: {} }

describe('a log-in', () => {
  const LOGIN = { loginName: 'ann@example.org', pwd: 'secret' }

  it.each([
    [true, 'as it is', {}],
    [true, 'by a mobile number, with its area as text', { areaCode: '49' }],
    [true, 'with its area as a number', { areaCode: 49 }],
    [true, 'with its area as people write it', { areaCode: '+1 (809)' }],
    [false, 'with letters for an area', { areaCode: 'DE' }],
    [false, 'with too long an area', { areaCode: '1234567890123' }],
    [false, 'without a name', { loginName: '' }],
    [false, 'without a password', { pwd: undefined }],
    [false, 'with an empty password', { pwd: '' }],
    [false, 'with a password of more than 256 characters', { pwd: long(257) }],
    [false, 'with a password that is a number', { pwd: 123_456 }],
    [false, 'with an object for a name', { loginName: { $gt: '' } }],
    [true, 'with a captcha that was solved', { bizId: 'b' }],
    [false, 'with an empty captcha', { bizId: '' }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    const request = changed(LOGIN, changes)
    for (const path of ['login', 'auth/login', 'agency/login'])
      expect(acceptsRequest(`POST /v1/user/${path}`, request)).toBe(expected)
  })

  it.each([
    [true, 'by a code', { googleCode: '123456' }],
    [true, 'by a passkey', { passkey: PASSKEY }],
    [false, 'by a passkey of another kind', { passkey: { ...PASSKEY, type: 'password' } }],
    [
      false,
      'by a passkey without a response',
      { passkey: { id: 'a', rawId: 'a', type: 'public-key' } },
    ],
    [false, 'by a passkey with too long an id', { passkey: { ...PASSKEY, id: long(1_401) } }],
    [false, 'by an empty code', { emailCode: '' }],
    [false, 'by a code of 13 characters', { mobileCode: '1234567890123' }],
    [false, 'by a code that is a number', { googleCode: 123_456 }],
  ] satisfies readonly Row[])('is finished: %s %s', (expected, _what, changes) => {
    const request = { verifyToken: 't', ...changes }
    for (const path of ['verify', 'verify/v2'])
      expect(acceptsRequest(`POST /v1/user/login/${path}`, request)).toBe(expected)
  })
})

describe('a registration', () => {
  const EMAIL = { email: 'ann@example.org', emailCode: '123456', pwd: 'ciphertext', bizId: 'b' }
  const MOBILE = { areaCode: 49, mobile: '15112345678', mobileCode: '123456', pwd: 'ciphertext' }

  it.each(['email', 'emailCode', 'pwd'])('is refused by e-mail without %s', (field) => {
    const name = 'POST /v1/user/register/email'
    expect(acceptsRequest(name, EMAIL)).toBe(true)
    expect(acceptsRequest(name, changed(EMAIL, { [field]: undefined }))).toBe(false)
    expect(acceptsRequest(name, changed(EMAIL, { [field]: '' }))).toBe(false)
  })

  it.each(Object.keys(MOBILE))('is refused by mobile without %s', (field) => {
    const name = 'POST /v1/user/register/mobile'
    expect(acceptsRequest(name, MOBILE)).toBe(true)
    expect(acceptsRequest(name, changed(MOBILE, { [field]: undefined }))).toBe(false)
  })

  it('needs both addresses where it names both', () => {
    const name = 'POST /v1/user/register/mobileAndEmail'
    expect(acceptsRequest(name, { ...EMAIL, ...MOBILE })).toBe(true)
    expect([acceptsRequest(name, EMAIL), acceptsRequest(name, MOBILE)]).toEqual([false, false])
  })

  it.each([
    ['register', true],
    ['login', true],
    ['securityVerify', true],
    ['newAddress', true],
    ['withdraw', false],
    ['', false],
  ])('is sent a code in the scene %j: %s', (scene, expected) => {
    const request = { scene, email: 'ann@example.org' }
    expect(acceptsRequest('POST /v1/user/message/sendCode', request)).toBe(expected)
  })
})

describe('a change of what proves a user', () => {
  it.each([
    ['POST /v1/user/password/change', { pwd: 'p' }],
    ['POST /v1/user/security/secondFactor', { method: 'google', enabled: true }],
    ['POST /v1/user/security/antiphishing', { code: 'Ann42' }],
    ['POST /v1/user/security/address/change', { email: 'a@b.org', emailCode: '1' }],
    ['POST /v1/user/security/devices/trust', {}],
    ['POST /v1/user/security/fido2/create', {}],
    ['POST /v1/user/security/fido2/remove', { credentialId: 'c' }],
    ['POST /v1/user/account/close', {}],
    ['POST /v1/user/security/third/bind', { token: 't' }],
    ['POST /v1/user/security/third/unbind', { provider: 'google' }],
    ['POST /v1/user/sub-account/create', { label: 'Bot' }],
    ['POST /v1/user/sub-account/freeze', { userId: '1000000002' }],
  ])('is refused by %s without its step-up', (name, request) => {
    expect(
      [{ verifyToken: 't' }, {}, { verifyToken: '' }, { verifyToken: long(65) }].map((token) =>
        acceptsRequest(name, { ...request, ...token }),
      ),
    ).toEqual([true, false, false, false])
  })

  it.each([
    ['Ann4', true],
    ['a'.repeat(20), true],
    ['Ann', false],
    ['a'.repeat(21), false],
    ['Ann 42', false],
    ['Änn42', false],
    ['<b>42', false],
    ['Ann42\n', false],
  ])('takes %j as an anti-phishing code: %s', (code, expected) => {
    const request = { code, verifyToken: 't' }
    expect(acceptsRequest('POST /v1/user/security/antiphishing', request)).toBe(expected)
  })

  it.each([
    ['google', true],
    ['email', true],
    ['mobile', true],
    ['passkey', false],
    ['totp', false],
  ])('switches the factor %s: %s', (method, expected) => {
    const request = { method, enabled: false, verifyToken: 't' }
    expect(acceptsRequest('POST /v1/user/security/secondFactor', request)).toBe(expected)
  })

  it.each(['withdraw', 'apiKey', 'addressBook', 'closeAccount', 'p2pRelease'])(
    'is asked for by the action %s',
    (action) => expect(acceptsRequest('POST /v1/user/security/stepUp', { action })).toBe(true),
  )

  it('is asked for by no other action', () => {
    for (const action of ['', 'login', 'Withdraw', 'everything', null])
      expect(acceptsRequest('POST /v1/user/security/stepUp', { action })).toBe(false)
  })
})

describe('a session and a device', () => {
  const ID = '0123456789abcdef0123456789abcdef'

  it.each([
    [true, ID],
    [false, ID.toUpperCase()],
    [false, ID.slice(1)],
    [false, `${ID}0`],
    [false, `${ID}\n`],
    [false, ''],
  ])('is named: %s by %j', (expected, sessionId) => {
    expect(
      acceptsRequest('POST /v1/user/security/devices/rename', { sessionId, name: 'Mine' }),
    ).toBe(expected)
    expect(acceptsRequest('POST /v1/user/security/devices/distrust', { sessionId })).toBe(expected)
  })

  it('is named within 40 characters, or not at all', () => {
    expect(
      ['', long(40), long(41)].map((name) =>
        acceptsRequest('POST /v1/user/security/devices/rename', { sessionId: ID, name }),
      ),
    ).toEqual([true, true, false])
  })

  it('is ended by its id, or all others are', () => {
    const revoke = (request: Changes) =>
      acceptsRequest('POST /v1/user/security/sessions/revoke', request)
    expect([revoke({ sessionId: ID }), revoke({ others: true })]).toEqual([true, true])
    expect([revoke({ sessionId: 7 }), revoke({ others: 'yes' })]).toEqual([false, false])
  })
})

describe('a recovery', () => {
  const ASK = { loginName: 'ann', pwd: 'p', lost: 'google', emailCode: '1' }

  it.each([
    [true, 'as it is', {}],
    [true, 'of a passkey', { lost: 'passkey' }],
    [true, 'of an address, with the new one', { lost: 'email', newEmail: 'b@c.org', newCode: '2' }],
    [false, 'of a password, which has a way of its own', { lost: 'password' }],
    [false, 'without a password', { pwd: undefined }],
    [false, 'without a name', { loginName: undefined }],
    [false, 'with letters for an area', { newAreaCode: 'x' }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/user/recovery/ask', changed(ASK, changes))).toBe(expected)
  })

  it.each(['POST /v1/user/recovery/cancel', 'POST /v1/user/security/history/disown'])(
    'is named by digits in %s',
    (name) => {
      const field = name.endsWith('cancel') ? 'changeId' : 'eventId'
      expect(
        ['1', '1234567890123456', '', '12345678901234567', '1a', '-1', 1].map((id) =>
          acceptsRequest(name, { [field]: id }),
        ),
      ).toEqual([true, true, false, false, false, false, false])
    },
  )
})

describe('an API key', () => {
  const KEY = {
    label: 'Bot',
    kind: 'ed25519',
    publicKey: '-----BEGIN PUBLIC KEY-----',
    permissions: ['read', 'spot'],
    addresses: ['203.0.113.7'],
    verifyToken: 't',
  }

  it.each([
    [true, 'as it is', {}],
    [true, 'with a secret of its own', { kind: 'hmac', publicKey: undefined }],
    [true, 'from everywhere', { addresses: [] }],
    [false, 'without a list of addresses', { addresses: undefined }],
    [false, 'with more than 30 addresses', { addresses: Array.from({ length: 31 }, () => '::1') }],
    [false, 'without a permission', { permissions: [] }],
    [false, 'with a permission that there is not', { permissions: ['admin'] }],
    [false, 'with more permissions than there are', { permissions: Array(7).fill('read') }],
    [false, 'with a permission that is no list', { permissions: 'read' }],
    [false, 'of another kind', { kind: 'secp256k1' }],
    [false, 'without a label', { label: '' }],
    [false, 'with too long a label', { label: long(41) }],
    [false, 'with too long a public key', { publicKey: long(2_001) }],
    [true, 'for some symbols only', { symbols: ['BTCUSDT'] }],
    [false, 'for a symbol without a name', { symbols: [''] }],
    [true, 'of a sub-account', { account: '1000000002' }],
    [false, 'without a step-up', { verifyToken: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/user/api/create', changed(KEY, changes))).toBe(expected)
  })

  it('is changed in part, by its name', () => {
    const change = { apiKey: 'k', verifyToken: 't' }
    expect(
      [{}, { label: 'New' }, { permissions: [] }, { apiKey: '' }, { verifyToken: undefined }].map(
        (changes) => acceptsRequest('POST /v1/user/api/change', changed(change, changes)),
      ),
    ).toEqual([true, true, false, false, false])
  })
})

describe('a sub-account', () => {
  it.each([
    [true, 'full'],
    [true, 'trade'],
    [true, 'view'],
    [false, 'main'],
    [false, ''],
  ])('is given: %s the rights %j', (expected, rights) => {
    const request = { userId: '1000000002', rights, mayUseKeys: false, verifyToken: 't' }
    expect(acceptsRequest('POST /v1/user/sub-account/rights', request)).toBe(expected)
  })

  it('is given its rights and its keys at once, never one alone', () => {
    const request = { userId: '1000000002', rights: 'view', mayUseKeys: false, verifyToken: 't' }
    for (const field of ['rights', 'mayUseKeys'])
      expect(
        acceptsRequest(
          'POST /v1/user/sub-account/rights',
          changed(request, { [field]: undefined }),
        ),
      ).toBe(false)
  })

  it.each(['switchTradeDemo', 'switchLoginDemo', 'switLogin', 'switchWeb', 'switchApp'])(
    'is entered by %s, or left without a name',
    (name) => {
      const path = `POST /v1/user/sub-account/${name}`
      expect(
        [{}, { userId: '1000000002' }, { userId: long(21) }, { userId: 1 }].map((request) =>
          acceptsRequest(path, request),
        ),
      ).toEqual([true, true, false, false])
    },
  )
})

describe('a captcha', () => {
  const LOT = 'f'.repeat(32)
  const WORK = { counter: 5, derivedKey: 'a'.repeat(64) }
  const SLIDE = { x: 10, by: 'pointer', trail: [[0, 0]] }

  it.each([
    [true, 'by a slide', { slide: SLIDE }],
    [true, 'by the keyboard', { slide: { ...SLIDE, by: 'keyboard' } }],
    [false, 'by a third way', { slide: { ...SLIDE, by: 'script' } }],
    [true, 'with the longest trail', { slide: { ...SLIDE, trail: Array(600).fill([0, 0]) } }],
    [false, 'with a longer trail', { slide: { ...SLIDE, trail: Array(601).fill([0, 0]) } }],
    [false, 'with a point of three numbers', { slide: { ...SLIDE, trail: [[0, 0, 0]] } }],
    [true, 'with work', { work: WORK }],
    [false, 'with less than no work', { work: { ...WORK, counter: -1 } }],
    [false, 'with a key in other letters', { work: { ...WORK, derivedKey: 'A'.repeat(64) } }],
    [false, 'of another lot', { lotNumber: 'F'.repeat(32) }],
  ] satisfies readonly Row[])('is verified: %s %s', (expected, _what, changes) => {
    const request = changed({ lotNumber: LOT }, changes)
    expect(acceptsRequest('POST /v1/captcha/reference/verify', request)).toBe(expected)
  })
})

describe('a notice', () => {
  it('is read with up to a hundred others, or with all', () => {
    const read = (length: number) =>
      acceptsRequest('POST /v1/user/notice/read', {
        noticeIds: Array.from({ length }, (_, at) => `n${at}`),
      })
    expect([0, 1, 100, 101].map(read)).toEqual([false, true, true, false])
    expect(acceptsRequest('POST /v1/user/notice/read', {})).toBe(true)
  })

  it('is mailed or not, by its kind', () => {
    const change = (request: Changes) => acceptsRequest('POST /v1/user/notice/mail/change', request)
    expect(
      [
        { kind: 'withdrawal', mail: true },
        { kind: 'everything', mail: true },
        { kind: 'withdrawal', mail: 'yes' },
        { kind: 'withdrawal' },
      ].map(change),
    ).toEqual([true, false, false, false])
  })
})
