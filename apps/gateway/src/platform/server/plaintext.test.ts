import { SENSITIVE_FIELDS } from '@x/gateway-sign'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import encryptedRoutes from '../../testing/encryptedRoutes.json' with { type: 'json' }
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createPasswords } from '../../modules/passwords/passwords.ts'

const EMAIL = 'owner@example.com'
const CREDENTIALS = { loginName: EMAIL, pwd: PASSWORD }
const REFUSED = {
  http: 200,
  code: '00021',
  msg: 'This request must be encrypted, please try again',
  data: null,
}

let strict: TestGateway
beforeAll(async () => {
  strict = await createTestGateway({ isDevelopment: false })
  await strict.db.query(
    'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
    ['1234567890', EMAIL, await createPasswords({ cost: 4 }).hash(PASSWORD)],
  )
})
afterAll(() => strict.stop())

describe('sensitive fields of encrypted endpoints', () => {
  it('refuses plain text alike for right and wrong passwords', async () => {
    const clear = strict.client({ signs: false })
    const right = await clear.post('/v1/user/login', CREDENTIALS)
    expect(right).toMatchObject(REFUSED)
    expect(right.headers['gw-sign-error']).toBe('00021')
    expect(right.headers['set-cookie']).toBeUndefined()
    expect(
      await clear.post('/v1/user/login', { ...CREDENTIALS, pwd: 'wrong password 1' }),
    ).toMatchObject(REFUSED)
  })

  it('are taken where encrypted', async () => {
    expect(await strict.client().post('/v1/user/login', CREDENTIALS)).toMatchObject({
      code: '0',
      data: { userInfo: { userId: '1234567890' } },
    })
  })

  it('are refused in clear beside an encrypted part', async () => {
    const client = strict.client()
    const sealed = async (stamp: { tm: string; traceId: string }) =>
      client.sign.prepareBody({ path: '/v1/user/login', ...stamp, body: { pwd: PASSWORD } })
    const tm = String(strict.clock.now())
    const body = await sealed({ tm, traceId: `w${tm}00000000000` })
    expect(body).toHaveProperty('bodyCiphertext')
    expect(
      await client.post('/v1/user/login', {}, { bare: () => ({ ...body, loginName: EMAIL }) }),
    ).toMatchObject(REFUSED)
  })

  // The others ask for a session first.
  const asksSession = [
    /security|sub-account|user\/api\/|password\/change|\/qr\/(scan|decide)/,
    /account\/close|verification\/submit/,
    /asset|packet|withdraw|p2p|swap/,
  ]
  const open = encryptedRoutes.filter((path) => !asksSession.some((each) => each.test(path)))
  it.each(open)('%s refuses each of them', async (path) => {
    for (const field of SENSITIVE_FIELDS)
      expect(await strict.client({ signs: false }).post(path, { [field]: 'x' })).toMatchObject(
        REFUSED,
      )
  })
})

describe('the setting', () => {
  it('ALLOW_PLAINTEXT_LOGIN is off in every mode unless it is 1 (CR1)', () => {
    const read = (environment: Record<string, string>) => readSettings(environment).allowsPlaintext
    expect(read({})).toBe(false)
    expect(read({ GATEWAY_MODE: 'development' })).toBe(false)
    expect(read({ NODE_ENV: 'production' })).toBe(false)
    expect(read({ NODE_ENV: 'production', ALLOW_PLAINTEXT_LOGIN: '1' })).toBe(true)
    expect(read({ ALLOW_PLAINTEXT_LOGIN: '0' })).toBe(false)
    expect(read({ ALLOW_PLAINTEXT_LOGIN: '1' })).toBe(true)
    expect(() => read({ ALLOW_PLAINTEXT_LOGIN: 'yes' })).toThrow(
      'ALLOW_PLAINTEXT_LOGIN is "yes"; it must be 0 or 1.',
    )
  })

  it('refuses a log-in in clear in development too (CR1)', async () => {
    const gateway = await createTestGateway({ isDevelopment: true })
    const { loginName, password } = gateway.demo!
    expect(await gateway.visitor({ signs: false }).login({ loginName, password })).toMatchObject(
      REFUSED,
    )
    expect(await gateway.visitor().login({ loginName, password })).toMatchObject({ code: '0' })
    await gateway.stop()
  })

  it('takes a log-in in clear when it is switched on', async () => {
    const loose = await createTestGateway({ isDevelopment: true, allowsPlaintext: true })
    const { loginName, password } = loose.demo!
    expect(await loose.client({ signs: false }).login({ loginName, password })).toMatchObject({
      code: '0',
    })
    await loose.stop()
  })
})
