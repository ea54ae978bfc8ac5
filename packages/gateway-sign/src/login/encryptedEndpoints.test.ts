import { describe, expect, it } from 'vitest'
import { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from './encryptedEndpoints.ts'

const paths = Object.keys(ENCRYPTED_ENDPOINTS)

describe('endpoints whose sensitive fields are encrypted (spec 7.10)', () => {
  it('are these 29', () => {
    const third = ['apple', 'google', 'wallet', 'tg'].flatMap((provider) =>
      ['register', 'sign', 'check'].map((step) => `/third/${provider}/${step}`),
    )
    const expected = [
      '/login',
      '/agency/login',
      '/login/verify',
      '/login/verify/v2',
      '/register/mobile',
      '/register/email',
      '/register/mobileAndEmail',
      ...third,
      '/third/bind/check',
      '/third/bind/choose',
      '/securityVerify',
      '/qr/getQrKeyStatus',
      '/qr/verifySystemLogin',
      ...['switchLoginDemo', 'switchTradeDemo', 'switLogin', 'switchWeb', 'switchApp'].map(
        (verb) => `/sub-account/${verb}`,
      ),
    ]
    expect(paths).toEqual(expected.map((path) => `/v1/user${path}`))
    expect(paths).toHaveLength(29)
  })

  it.each(paths)('encrypt every sensitive field: %s', (path) => {
    expect(ENCRYPTED_ENDPOINTS[path]).toEqual(SENSITIVE_FIELDS)
  })

  it('exclude the endpoints that are plain by wire 10', () => {
    expect(paths).not.toContain('/v1/user/qr/create')
    expect(paths).not.toContain('/v1/user/message/sendCode')
  })

  it('include every field of the spec and every code spelling (wire 4)', () => {
    expect([...SENSITIVE_FIELDS].sort()).toEqual(
      [
        'areaCode',
        'email',
        'emailCode',
        'googleCode',
        'loginName',
        'mobile',
        'mobileCode',
        'pwd',
        'serialNO',
        'signature',
        'smsCode',
        'token',
        'userId',
        'verifyCode',
        'verifyToken',
      ].sort(),
    )
  })
})
