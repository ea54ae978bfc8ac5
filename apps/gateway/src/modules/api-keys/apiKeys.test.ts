import { generateKeyPairSync } from 'node:crypto'
import type { ApiKey } from '@x/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'

const path = (name: string) => `/v1/user/api/${name}`

let gateway: TestGateway
const users = createTestUsers(() => gateway, { name: 'key' })
let ann: TestUser
beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
// Only so many codes are sent to one address.
beforeEach(async () => void (ann = await users.newUser()))
afterAll(() => gateway.stop())

const PLAIN = { label: 'Bot', kind: 'hmac', permissions: ['read', 'spot'], addresses: [] }
async function create(fields: object = {}, user = ann) {
  return user.client.post(path('create'), {
    ...PLAIN,
    ...fields,
    verifyToken: await users.stepUp(user, 'apiKey'),
  })
}
async function created(fields: object = {}, user = ann) {
  const { code, msg, data } = await create(fields, user)
  expect([code, msg]).toEqual(['0', 'success'])
  return data as { key: ApiKey; secret: string | null }
}
const list = async (user = ann, query = '') =>
  (await user.client.get(path('list') + query)).data as ApiKey[]

describe('API keys of an account (products 6)', () => {
  it('shows the secret once and stores it sealed', async () => {
    const { key, secret } = await created()
    expect([key.apiKey, secret]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      expect.stringMatching(/^[A-Za-z0-9]{64}$/),
    ])
    expect(JSON.stringify(await list())).not.toContain(secret)
    const rows = await gateway.db.query('select * from api_keys where api_key = $1', [key.apiKey])
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(secret)
  })

  it('ends a key that trades from everywhere after 90 days', async () => {
    const open = await created()
    const reads = await created({ permissions: ['read'] })
    const bound = await created({ addresses: ['203.0.113.7', '2001:db8::/48'] })
    expect(open.key.expiresAt).toBe(open.key.createdAt + 90 * 86_400_000)
    expect([reads.key.expiresAt, bound.key.expiresAt]).toEqual([null, null])
  })

  it.each([
    ['publicKey', { kind: 'ed25519' }],
    ['publicKey', { kind: 'rsa', publicKey: pem('rsa', 1024) }],
    ['publicKey', { kind: 'ed25519', publicKey: pem('rsa', 2048) }],
    ['publicKey', { kind: 'ed25519', publicKey: privatePem() }],
    ['addresses', { permissions: ['withdraw'] }],
    ['addresses', { addresses: ['203.0.113.300'] }],
    ['addresses', { addresses: ['203.0.113.0/33'] }],
    ['addresses', { addresses: ['203.0.113.0/-1'] }],
    ['symbols', { symbols: ['NOPE'] }],
    ['label', { label: '   ' }],
  ])('refuses a wrong %s (products 6)', async (field, fields) => {
    expect(await create(fields)).toMatchObject({ code: '40010', data: { field } })
  })

  it('takes public keys of both kinds', async () => {
    for (const [kind, publicKey] of [
      ['ed25519', pem('ed25519')],
      ['rsa', pem('rsa', 2048)],
    ])
      expect(await created({ kind, publicKey })).toMatchObject({ secret: null, key: { kind } })
  })

  it('needs a step-up for each change', async () => {
    const { key } = await created()
    const calls = [
      ['create', PLAIN],
      ['change', { apiKey: key.apiKey, label: 'Other' }],
      ['remove', { apiKey: key.apiKey }],
    ] as const
    for (const [name, fields] of calls)
      for (const verifyToken of ['made-up', await users.stepUp(ann, 'subAccount')])
        expect(await ann.client.post(path(name), { ...fields, verifyToken })).toMatchObject({
          code: '00005',
        })
  })

  it('changes and removes its own keys alone', async () => {
    const { key } = await created()
    const bob = await users.newUser()
    const asBob = async (name: string, fields: object = {}) =>
      bob.client.post(path(name), {
        apiKey: key.apiKey,
        ...fields,
        verifyToken: await users.stepUp(bob, 'apiKey'),
      })
    expect(await asBob('change', { label: 'Mine' })).toMatchObject({ code: '40401' })
    expect(await asBob('remove')).toMatchObject({ code: '40401' })
    expect(await asBob('remove', { account: ann.userId })).toMatchObject({ code: '40401' })
    const changed = await ann.client.post(path('change'), {
      apiKey: key.apiKey,
      label: 'Quiet',
      permissions: ['read'],
      verifyToken: await users.stepUp(ann, 'apiKey'),
    })
    expect(changed).toMatchObject({
      data: { label: 'Quiet', permissions: ['read'], expiresAt: null },
    })
    const before = (await list()).length
    await ann.client.post(path('remove'), {
      apiKey: key.apiKey,
      verifyToken: await users.stepUp(ann, 'apiKey'),
    })
    expect((await list()).length).toBe(before - 1)
  })

  it('keeps the keys of each realm apart', async () => {
    const cara = await users.newUser()
    await created({}, cara)
    await cara.client.post('/v1/user/sub-account/switchTradeDemo')
    expect(await list(cara)).toEqual([])
    expect(
      await create({ permissions: ['withdraw'], addresses: ['192.0.2.1'] }, cara),
    ).toMatchObject({ code: '40010', data: { field: 'permissions' } })
    expect((await created({}, cara)).key.realm).toBe('paper')
  })

  it('lets a main account manage the keys of its sub-accounts', async () => {
    const dora = await users.newUser()
    const { data } = await dora.client.post('/v1/user/sub-account/create', {
      label: 'Grid',
      verifyToken: await users.stepUp(dora, 'subAccount'),
    })
    const account = (data as { userId: string }).userId
    const { key } = await created({ account }, dora)
    expect((await list(dora, `?account=${account}`)).map(({ apiKey }) => apiKey)).toEqual([
      key.apiKey,
    ])
    expect(await list(dora)).toEqual([])
    expect(await ann.client.get(`${path('list')}?account=${account}`)).toMatchObject({
      code: '40401',
    })
  })

  it('allows 30 keys an account', async () => {
    const eve = await users.newUser()
    await gateway.db.query(
      `insert into api_keys (api_key, user_id, realm, label, kind, secret, permissions, addresses,
         symbols, created_at)
       select 'k' || n, $1, 'live', 'x', 'hmac', 's', '[]', '[]', '[]', 0
       from generate_series(1, 30) n`,
      [eve.userId],
    )
    expect(await create({}, eve)).toMatchObject({ code: '40010', data: { field: 'label' } })
  })
})

function pem(kind: 'rsa' | 'ed25519', modulusLength = 2048): string {
  const { publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : generateKeyPairSync('ed25519', {})
  return String(publicKey.export({ type: 'spki', format: 'pem' }))
}

function privatePem(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
