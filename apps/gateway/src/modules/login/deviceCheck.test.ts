import { generateKeyPairSync, sign } from 'node:crypto'
import { keyIdOf } from '@x/gateway-sign/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'

const PATH = '/v1/user/device/check'
const KNOWN = { code: '0', data: { device: 'known' } }
const NEW = { code: '0', data: { device: 'new' } }
const REFUSED = { code: '40010', data: { field: 'userCheckDeviceSign' } }

interface OwnKey {
  readonly keyId: string
  readonly publicKey: string
  readonly pem: string
}

let gateway: TestGateway
let client: TestClient
let userId = ''
let present = ''
let count = 0

beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
afterAll(() => gateway.stop())
beforeEach(async () => {
  client = gateway.client({ address: `203.0.113.${++count}` })
  userId = (
    (await client.register(`device${count}@example.com`)).data as { userInfo: { userId: string } }
  ).userInfo.userId
  present = (
    await gateway.db.query<{ key_id: string }>('select key_id from sessions where user_id = $1', [
      userId,
    ])
  )[0]!.key_id
})

/** A key that an earlier log-in of the user bound. */
async function bound(at: number, modulusLength = 1024): Promise<OwnKey> {
  const pair = generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const publicKey = pair.publicKey.toString('base64')
  const key = { keyId: keyIdOf(publicKey), publicKey, pem: pair.privateKey }
  await gateway.db.query(
    'insert into client_keys (user_id, key_id, public_key, algorithm, bound_at, ' +
      'first_bound_at) values ($1, $2, $3, $4, $5, $5)',
    [userId, key.keyId, publicKey, `rsa${modulusLength}`, at],
  )
  return key
}
/** The session in which `key` logged in on a terminal, ended since. */
async function seen(
  key: OwnKey,
  { terminal, at }: { terminal: string; at: number },
): Promise<void> {
  const id = key.keyId.slice(0, 16)
  await gateway.db.query(
    'insert into sessions (id, secret_hash, user_id, realm, key_id, created_at, seen_at, ' +
      'expires_at, login_at, ended_at, end_reason, terminal_code) values ($1, $2, $3, ' +
      "'live', $4, $5, $5, $5, $5, $5, 'logout', $6)",
    [id, `hash ${id}`, userId, key.keyId, at, terminal],
  )
}
/**
 * What the real client sends: the last key over the present one, or the present key over itself.
 */
const check = (from = client) => from.post(PATH)
const vouch = (key: OwnKey, { newKeyId = present, lastAlgorithm = 'rsa1024' } = {}) =>
  client.post(
    PATH,
    {},
    {
      bare: ({ tm, traceId }) => ({
        userCheckDeviceSign: sign(
          'sha256',
          Buffer.from(['userCheckDevice', PATH, tm.slice(0, 8), traceId, newKeyId].join('\n')),
          key.pem,
        ).toString('base64'),
        lastAlgorithm,
      }),
    },
  )

describe('a key vouches in a later log-in than its own (wire 5)', () => {
  it('treats a device as new when only this log-in brought its key', async () => {
    expect(await check()).toMatchObject(NEW)
    expect(await check()).toMatchObject(NEW)
  })

  it('recognises the next login by the previous key', async () => {
    await again()
    expect(await check()).toMatchObject(KNOWN)
  })

  it('treats another browser with the password as new', async () => {
    const thief = gateway.client({ address: `198.51.100.${count}` })
    expect(
      await thief.login({ loginName: `device${count}@example.com`, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
    expect(await check(thief)).toMatchObject(NEW)
  })

  it('trusts no key that a realm change brought', async () => {
    expect(await client.post('/v1/user/sub-account/switchTradeDemo')).toMatchObject({ code: '0' })
    expect(await check()).toMatchObject(NEW)
    expect(await client.post('/v1/user/sub-account/switchWeb')).toMatchObject({ code: '0' })
    expect(await check()).toMatchObject(NEW)
  })

  it('a device that was recognised stays so over a change of realm', async () => {
    await again()
    expect(await check()).toMatchObject(KNOWN)
    await client.post('/v1/user/sub-account/switchTradeDemo')
    expect(await check()).toMatchObject(KNOWN)
    await client.post('/v1/user/sub-account/switchWeb')
    expect(await check()).toMatchObject(KNOWN)
  })

  it('trusts an unchanged earlier key with an empty id', async () => {
    await gateway.db.query('update client_keys set first_bound_at = 1 where user_id = $1', [userId])
    expect(await check()).toMatchObject(KNOWN)
  })

  it('a revoked device is an anonymous caller when it comes back', async () => {
    const [{ id } = { id: '' }] = await gateway.db.query<{ id: string }>(
      'select id from sessions where user_id = $1',
      [userId],
    )
    const owner = gateway.client({ address: `198.51.100.${count}` })
    await owner.login({ loginName: `device${count}@example.com`, password: PASSWORD })
    expect(await owner.post('/v1/user/security/sessions/revoke', { sessionId: id })).toMatchObject({
      code: '0',
      data: { ended: 1 },
    })
    expect(
      await gateway.db.query('select 1 from client_keys where key_id = $1', [present]),
    ).toEqual([])
    await client.sign.forgetSession()
    await client.login({ loginName: `device${count}@example.com`, password: PASSWORD })
    expect(await check()).toMatchObject(REFUSED)
  })

  /** Logs out and in, as the user of one browser would. */
  async function again(): Promise<void> {
    await client.post('/v1/user/logout')
    await client.sign.forgetSession()
    gateway.leap(1_000)
    expect(
      await client.login({ loginName: `device${count}@example.com`, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
  }
})

describe('T9: a key signs for the session that its log-in opened (wire 8)', () => {
  it('refuses one device’s key with another’s cookie, also after log-out', async () => {
    const other = gateway.client({ address: `198.51.100.${count}` })
    await other.login({ loginName: `device${count}@example.com`, password: PASSWORD })
    const stolen = [...other.cookies].map((pair) => pair.join('=')).join('; ')
    const attempt = () =>
      client.get('/v1/user/overview/userinfo', {
        tamper: ({ headers, body }) => ({ headers: { ...headers, cookie: stolen }, body }),
      })
    expect(await attempt()).toMatchObject({ code: '00023' })
    expect(await other.post('/v1/user/security/sessions/revoke', { others: true })).toMatchObject({
      code: '0',
      data: { ended: 1 },
    })
    expect(await attempt()).toMatchObject({ code: '00023' })
    expect(await other.get('/v1/user/overview/userinfo')).toMatchObject({ code: '0' })
  })

  it('rejects it after its logout too', async () => {
    const other = gateway.client({ address: `198.51.100.${count}` })
    await other.login({ loginName: `device${count}@example.com`, password: PASSWORD })
    let signed: Record<string, string> = {}
    await client.get('/v1/user/overview/userinfo', {
      tamper: (wire) => (
        (signed = { ...wire.headers }),
        { ...wire, headers: { ...wire.headers, 'device-sign': 'AAAA' } }
      ),
    })
    await client.post('/v1/user/logout')
    expect(
      await other.get('/v1/user/overview/userinfo', {
        tamper: ({ body }) => ({ headers: signed, body }),
      }),
    ).toMatchObject({ code: '00023' })
  })
})

describe('only the last key vouches for a device (wire 5)', () => {
  it('the key of the log-in before does, an older one does not', async () => {
    const [oldest, older, last] = [await bound(1), await bound(2), await bound(3)]
    expect(await vouch(last)).toMatchObject(KNOWN)
    expect(await vouch(older)).toMatchObject(REFUSED)
    expect(await vouch(oldest)).toMatchObject(REFUSED)
  })

  it('not for another key than the one that signed the request', async () => {
    const last = await bound(1)
    for (const newKeyId of ['', last.keyId, 'f'.repeat(32)])
      expect(await vouch(last, { newKeyId })).toMatchObject(REFUSED)
  })

  it('not under the name of another algorithm', async () => {
    expect(await vouch(await bound(1), { lastAlgorithm: 'rsa2048' })).toMatchObject(REFUSED)
  })

  it('a key of 2048 bits does, under its name', async () => {
    const last = await bound(1, 2048)
    expect(await vouch(last, { lastAlgorithm: 'rsa2048' })).toMatchObject(KNOWN)
    expect(await vouch(last)).toMatchObject(REFUSED)
  })

  it("trusts the terminal's own last key, not the newest", async () => {
    const [here, elsewhere] = [await bound(1), await bound(2)]
    await gateway.db.query("update sessions set terminal_code = 'terminal' where user_id = $1", [
      userId,
    ])
    await seen(here, { terminal: 'terminal', at: 1 })
    await seen(elsewhere, { terminal: 'phone', at: 2 })
    expect(await vouch(here)).toMatchObject(KNOWN)
    expect(await vouch(elsewhere)).toMatchObject(REFUSED)
  })

  it("trusts the user's newest key on a new terminal", async () => {
    const [before, newest] = [await bound(1), await bound(2)]
    await gateway.db.query("update sessions set terminal_code = 'tablet' where user_id = $1", [
      userId,
    ])
    await seen(before, { terminal: 'terminal', at: 1 })
    expect(await vouch(newest)).toMatchObject(KNOWN)
    expect(await vouch(before)).toMatchObject(REFUSED)
  })

  it('a key bound after the one of this session does not', async () => {
    const last = await bound(1)
    const later = await bound(gateway.clock.now() + 1_000)
    expect(await vouch(later)).toMatchObject(REFUSED)
    expect(await vouch(last)).toMatchObject(KNOWN)
  })

  it('a key of another user does not', async () => {
    const mine = userId
    const other = gateway.client({ address: '198.51.100.7' })
    userId = (
      (await other.register(`other${count}@example.com`)).data as {
        userInfo: { userId: string }
      }
    ).userInfo.userId
    const foreign = await bound(1)
    userId = mine
    expect(await vouch(foreign)).toMatchObject(REFUSED)
  })

  it('the signature of one request is none of another’s', async () => {
    const last = await bound(1)
    let kept = ''
    await client.post(
      PATH,
      {},
      {
        bare({ tm, traceId }) {
          kept = sign(
            'sha256',
            Buffer.from(['userCheckDevice', PATH, tm.slice(0, 8), traceId, present].join('\n')),
            last.pem,
          ).toString('base64')
          return { userCheckDeviceSign: kept, lastAlgorithm: 'rsa1024' }
        },
      },
    )
    expect(
      await client.post(
        PATH,
        {},
        { bare: () => ({ userCheckDeviceSign: kept, lastAlgorithm: 'rsa1024' }) },
      ),
    ).toMatchObject(REFUSED)
  })
})
