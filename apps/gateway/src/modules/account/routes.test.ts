import { sign } from 'node:crypto'
import { keyIdOf } from '@x/gateway-sign/server'
import { testClientKeys } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

const USERINFO = '/v1/user/overview/userinfo'
const DEVICE_CHECK = '/v1/user/device/check'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const newUser = () => gateway.newUser()
/** Asks with a cookie alone: enough to learn why a session is refused. */
async function sessionCode(secret: string | undefined): Promise<string> {
  const ghost = gateway.client({ signs: false })
  ghost.cookies.set('__Host-session', secret ?? '')
  return (await ghost.get(USERINFO)).code
}

describe('realms (wire 10)', () => {
  it.each([
    ['switchTradeDemo', 'paper'],
    ['switchLoginDemo', 'paper'],
    ['switLogin', 'live'],
    ['switchWeb', 'live'],
    ['switchApp', 'live'],
  ])('%s leads to %s with a new session', async (name, realm) => {
    const { client, userId } = await newUser()
    const old = client.cookies.get('__Host-session')
    const token = client.cookies.get('x_token')
    expect(await client.post(`/v1/user/sub-account/${name}`, { userId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId }, realm },
    })
    expect(client.cookies.get('x_token')).not.toBe(token)
    expect(await sessionCode(old)).toBe('20205')
    expect(await client.get(USERINFO)).toMatchObject({ code: '0', data: { userId, realm } })
  })

  it('switches there and back, signing throughout', async () => {
    const { client } = await newUser()
    for (const [name, realm] of [
      ['switchTradeDemo', 'paper'],
      ['switchWeb', 'live'],
      ['switchTradeDemo', 'paper'],
    ] as const) {
      await client.post(`/v1/user/sub-account/${name}`)
      expect(await client.get(USERINFO)).toMatchObject({ data: { realm } })
    }
  })

  it('answers 40401 for a foreign account and keeps the session', async () => {
    const { client } = await newUser()
    const other = await newUser()
    expect(
      await client.post('/v1/user/sub-account/switchWeb', { userId: other.userId }),
    ).toMatchObject({ code: '40401' })
    expect(await client.get(USERINFO)).toMatchObject({ code: '0', data: { realm: 'live' } })
  })

  it('refuses an unsigned switch with a stolen cookie', async () => {
    const { client } = await newUser()
    const thief = gateway.client({ signs: false })
    thief.cookies.set('__Host-session', client.cookies.get('__Host-session')!)
    expect(await thief.post('/v1/user/sub-account/switchTradeDemo')).toMatchObject({
      code: '00020',
    })
    expect(await client.get(USERINFO)).toMatchObject({ code: '0', data: { realm: 'live' } })
  })

  it("answers 40901 for the other account's realm header", async () => {
    const { client } = await newUser()
    expect(await client.get(USERINFO, { realm: 'paper' })).toMatchObject({ code: '40901' })
  })
})

describe('log-out (wire 10)', () => {
  it('ends the session and removes the cookies', async () => {
    const { client } = await newUser()
    const old = client.cookies.get('__Host-session')
    expect(await client.post('/v1/user/logout')).toMatchObject({ code: '0', data: null })
    expect(client.cookies.size).toBe(0)
    expect(await sessionCode(old)).toBe('20205')
  })
  it('accepts a logout without a session', async () => {
    expect(await gateway.client().post('/v1/user/logout')).toMatchObject({ code: '0' })
  })
  it('keeps the key, so the next login is a known device', async () => {
    const { client, email } = await newUser()
    await client.post('/v1/user/logout')
    await client.sign.forgetSession()
    gateway.leap(1_000)
    await client.login({ loginName: email, password: PASSWORD })
    expect(await client.post(DEVICE_CHECK)).toMatchObject({ code: '0', data: { device: 'known' } })
  })
  it('keeps name and trust of the device over log-ins (products 7)', async () => {
    const { client, email, userId } = await newUser()
    const device = async () => {
      const { data } = await client.get('/v1/user/security/sessions')
      return (data as { isCurrent: boolean; name: string | null; isTrusted: boolean }[]).find(
        ({ isCurrent }) => isCurrent,
      )
    }
    const sessionId = client.cookies.get('x_token')
    await client.post('/v1/user/security/devices/rename', { sessionId, name: 'Home' })
    await gateway.db.query('update user_device set trusted_at = 1 where user_id = $1', [userId])
    for (let login = 0; login < 2; login++) {
      await client.post('/v1/user/logout')
      await client.sign.forgetSession()
      gateway.leap(1_000)
      await client.login({ loginName: email, password: PASSWORD })
      expect(await device()).toMatchObject({ name: null, isTrusted: false })
      await client.post(DEVICE_CHECK)
      expect(await device()).toMatchObject({ name: 'Home', isTrusted: true })
    }
    const thief = gateway.visitor()
    await thief.login({ loginName: email, password: PASSWORD })
    await thief.post(DEVICE_CHECK)
    const { data } = await thief.get('/v1/user/security/sessions')
    expect(data).toContainEqual(expect.objectContaining({ isCurrent: true, isTrusted: false }))
  })
})

describe('device check (wire 5)', () => {
  const vouch = (client: TestClient, body: Record<string, unknown>) =>
    client.post(DEVICE_CHECK, {}, { bare: () => body })

  it('a device that vouches with no key is new', async () => {
    expect(await vouch((await newUser()).client, {})).toMatchObject({
      code: '0',
      data: { device: 'new' },
    })
  })

  it('an earlier key of the user may vouch for the new one', async () => {
    const { client, userId } = await newUser()
    const earlier = testClientKeys.rsa1024
    await gateway.db.query(
      'insert into client_keys (user_id, key_id, public_key, algorithm, bound_at, ' +
        'first_bound_at) values ($1, $2, $3, $4, 1, 1)',
      [userId, keyIdOf(earlier.publicKey), earlier.publicKey, earlier.algorithm],
    )
    const [current] = await gateway.db.query<{ key_id: string }>(
      'select key_id from sessions where user_id = $1',
      [userId],
    )
    const answer = await client.post(
      DEVICE_CHECK,
      {},
      {
        bare({ tm, traceId }) {
          const text = [
            'userCheckDevice',
            DEVICE_CHECK,
            tm.slice(0, 8),
            traceId,
            current?.key_id,
          ].join('\n')
          return {
            userCheckDeviceSign: sign('sha256', Buffer.from(text), earlier.privateKeyPem).toString(
              'base64',
            ),
            lastAlgorithm: 'rsa1024',
          }
        },
      },
    )
    expect(answer).toMatchObject({ code: '0', data: { device: 'known' } })
  })

  it.each([
    ['by no key of the user', { userCheckDeviceSign: 'AAAA', lastAlgorithm: 'rsa1024' }, 200],
    ['of another algorithm', { userCheckDeviceSign: 'AAAA', lastAlgorithm: 'rsa2048' }, 200],
    ['of an unknown algorithm', { userCheckDeviceSign: 'AAAA', lastAlgorithm: 'rsa512' }, 400],
  ])('a signature %s is refused', async (_, body, http) => {
    expect(await vouch((await newUser()).client, body)).toMatchObject({ http, code: '40010' })
  })
})

describe('the demonstration account', () => {
  it('logs in without a second factor and has funds in both realms', async () => {
    const client = gateway.client({ address: '198.51.100.77' })
    const { loginName, password } = gateway.demo!
    expect(await client.login({ loginName, password })).toMatchObject({
      code: '0',
      data: { realm: 'live' },
    })
    const funds = async () =>
      (await client.get('/v1/spot/account/assets')).data as { asset: string; available: string }[]
    expect((await funds()).find(({ asset }) => asset === 'USDT')?.available).toMatch(/^100000/)
    await client.post('/v1/user/sub-account/switchTradeDemo')
    expect((await funds()).find(({ asset }) => asset === 'USDT')?.available).toMatch(/^50000/)
  })
})
