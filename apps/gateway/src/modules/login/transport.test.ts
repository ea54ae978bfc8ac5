import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createPasswords } from '../passwords/passwords.ts'

const EMAIL = 'owner@example.com'
const REFUSED = {
  http: 200,
  code: '40301',
  msg: 'Logging in needs an encrypted connection, please open this site by https',
  data: null,
}
const CREDENTIALS = { loginName: EMAIL, pwd: PASSWORD }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway({ isDevelopment: false, trustProxy: '192.0.2.0/24' })
  await gateway.db.query(
    'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
    ['1234567890', EMAIL, await createPasswords({ cost: 4 }).hash(PASSWORD)],
  )
})
afterAll(() => gateway.stop())

describe('in production: a session needs a line that can carry its cookie (wire 1b)', () => {
  it('refuses login over plain http before checking the password', async () => {
    const client = gateway.client({ host: 'trade.example' })
    const right = await client.post('/v1/user/login', CREDENTIALS)
    const wrong = await client.post('/v1/user/login', { ...CREDENTIALS, pwd: 'wrong password 1' })
    expect(right).toMatchObject(REFUSED)
    expect({ ...wrong, headers: null }).toEqual({ ...right, headers: null })
    expect(right.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['/v1/user/agency/login', CREDENTIALS],
    ['/v1/user/login/verify', { verifyToken: 'x', emailCode: '123456' }],
    ['/v1/user/register/email', { email: 'new@example.com', emailCode: '123456', pwd: PASSWORD }],
    ['/v1/user/third/google/sign', { token: 'x', serialNO: 'x' }],
    ['/v1/user/third/bind/choose', { token: 'x', ...CREDENTIALS }],
    ['/v1/user/qr/verifySystemLogin', { serialNO: 'x', token: 'x' }],
  ])('refuses %s as well', async (path, body) => {
    expect(await gateway.client({ host: 'trade.example' }).post(path, body)).toMatchObject(REFUSED)
  })

  it('opens a session by the host cookie behind TLS proxies', async () => {
    const client = gateway.client({ host: 'trade.example' })
    const answer = await client.post('/v1/user/login', CREDENTIALS, {
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(answer).toMatchObject({ code: '0', data: { userInfo: { userId: '1234567890' } } })
    expect((answer.headers['set-cookie'] as string[])[0]).toMatch(
      /^__Host-session=.*; HttpOnly; Secure$/,
    )
  })

  it('ignores a TLS header of a caller who is no trusted proxy', async () => {
    const client = gateway.client({ host: 'trade.example', address: '203.0.113.1' })
    expect(
      await client.post('/v1/user/login', CREDENTIALS, {
        headers: { 'x-forwarded-proto': 'https' },
      }),
    ).toMatchObject(REFUSED)
  })

  it('works without TLS on this machine', async () => {
    expect(
      await gateway.client({ host: 'localhost:8080' }).post('/v1/user/login', CREDENTIALS),
    ).toMatchObject({ code: '0' })
  })

  it('allows logout in any case', async () => {
    expect(await gateway.client({ host: 'trade.example' }).post('/v1/user/logout')).toMatchObject({
      code: '0',
    })
  })
})
