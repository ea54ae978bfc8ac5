import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'

const DAY = 86_400_000
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let gateway: TestGateway
let demo: TestUser
const { newUser, stepUp, anonymousClient } = createTestUsers(() => gateway, { name: 'w' })

beforeAll(async () => {
  const keys = {
    accountKey: () => Promise.reject(new Error('No keys here.')),
    deriveAddress: () => Promise.reject(new Error('No keys here.')),
  }
  const wallet = { networks: DEVELOPMENT_NETWORKS, connect: async () => undefined, keys }
  gateway = await createTestGateway({ wallet })
}, 600_000)
afterAll(() => gateway.stop())
// Caps count by the day, and so do sessions.
beforeEach(async () => {
  gateway.leap(DAY)
  demo = { client: anonymousClient(), email: gateway.demo!.loginName, userId: '' }
  await login()
})

async function login(): Promise<void> {
  const { loginName, password } = gateway.demo!
  const { code, msg } = await demo.client.login({ loginName, password })
  if (code !== '0') throw new Error(`${code} ${msg}`)
}

/** Days later, logged in again. */
async function days(count: number): Promise<void> {
  gateway.leap(count * DAY)
  await login()
}

const path = (verb: string) => `/v1/spot/withdraw/${verb}`
let count = 0
const oid = () => `w-${++count}`

async function quoted(user: TestUser, changes: object = {}): Promise<Record<string, string>> {
  const terms = { asset: 'USDT', network: 'evm-a', amount: '100', ...changes }
  const answer = await user.client.get(`${path('quote')}?${String(new URLSearchParams(terms))}`)
  if (answer.code !== '0') throw new Error(`No quote: ${answer.code} ${answer.msg}`)
  return answer.data as Record<string, string>
}

/** The step-up comes first: it takes longer than a quote is valid. */
async function request(user: TestUser, changes: object = {}): Promise<Record<string, unknown>> {
  const { asset = 'USDT', network = 'evm-a', amount = '100' } = changes as Record<string, string>
  const terms = { asset, network, amount }
  const verifyToken = await stepUp(user, 'withdraw')
  return {
    ...terms,
    quoteId: (await quoted(user, terms))['quoteId'],
    address: ADDRESS,
    clientOid: oid(),
    verifyToken,
    ...changes,
  }
}

const usdt = async ({ client }: TestUser) => {
  const { data } = await client.get('/v1/spot/account/assets')
  return (data as { asset: string; available: string }[]).find(({ asset }) => asset === 'USDT')!
    .available
}

describe('a withdrawal (wallet 4)', () => {
  it('takes its amount at once, and gives it back when cancelled', async () => {
    const before = Number(await usdt(demo))
    const applied = await demo.client.post(path('apply'), await request(demo))
    expect(applied).toMatchObject({
      code: '0',
      data: {
        asset: 'USDT',
        network: 'evm-a',
        address: ADDRESS,
        amount: '100',
        fee: '1',
        receive: '99',
        state: 'approved',
        txHash: null,
      },
    })
    expect(Number(await usdt(demo))).toBe(before - 100)
    const { withdrawalId } = applied.data as { withdrawalId: string }
    expect(await demo.client.post(path('cancel'), { withdrawalId })).toMatchObject({
      code: '0',
      data: { state: 'cancelled' },
    })
    expect(Number(await usdt(demo))).toBe(before)
    expect(await demo.client.post(path('cancel'), { withdrawalId })).toMatchObject({
      code: '40401',
    })
    expect(await demo.client.get(`${path('detail')}?withdrawalId=${withdrawalId}`)).toMatchObject({
      data: { state: 'cancelled' },
    })
    expect(await demo.client.get(path('history'))).toMatchObject({
      data: { items: [{ withdrawalId, state: 'cancelled' }] },
    })
    expect(await checkLedger(gateway.db)).toEqual([])
  })

  it('waits for review above 1,000 USDT', async () => {
    const body = await request(demo, { amount: '1000.01' })
    expect(await demo.client.post(path('apply'), body)).toMatchObject({
      code: '0',
      data: { state: 'review', reason: 'large' },
    })
  })

  it('happens once for one clientOid, also when both requests are under way', async () => {
    const body = await request(demo)
    const before = Number(await usdt(demo))
    const answers = await Promise.all([
      demo.client.post(path('apply'), body),
      demo.client.post(path('apply'), body),
    ])
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes[0]).toBe('0')
    expect(Number(await usdt(demo))).toBe(before - 100)
    expect(await demo.client.post(path('apply'), body)).toMatchObject({ code: '0' })
    expect(await demo.client.post(path('apply'), { ...body, amount: '200' })).toMatchObject({
      code: '40902',
    })
    expect(Number(await usdt(demo))).toBe(before - 100)
  })

  it('is the same one a week later, when memory has forgotten it', async () => {
    const body = await request(demo)
    const first = await demo.client.post(path('apply'), body)
    await days(7)
    expect(await demo.client.post(path('apply'), body)).toMatchObject({
      code: '0',
      data: { withdrawalId: (first.data as { withdrawalId: string }).withdrawalId },
    })
  })

  it('counts against the cap of the day', async () => {
    const big = await request(demo, { amount: '6000' })
    expect(await demo.client.post(path('apply'), big)).toMatchObject({ code: '0' })
    const next = await request(demo, { amount: '6000' })
    expect(await demo.client.post(path('apply'), next)).toMatchObject({
      code: '40209',
      data: { left: '4000' },
    })
  })
})

describe('a change of security (wallet 4)', () => {
  it('stops withdrawals for a day after a factor was changed', async () => {
    const user = await newUser()
    const stoppedUntil = async () =>
      (await user.client.get(path('settings'))).data as { stoppedUntil: number | null }
    expect(await stoppedUntil()).toMatchObject({ stoppedUntil: null })
    const changed = await user.client.post('/v1/user/security/secondFactor', {
      method: 'email',
      enabled: true,
      verifyToken: await stepUp(user, 'secondFactor'),
    })
    expect(changed).toMatchObject({ code: '0' })
    const until = gateway.clock.now() + DAY
    expect(await stoppedUntil()).toMatchObject({ stoppedUntil: until })
    expect(await user.client.post(path('apply'), await request(user))).toMatchObject({
      code: '40302',
      data: { retryAfter: expect.any(Number) },
    })
  })
})

describe('attacks on a withdrawal (wallet 9)', () => {
  it.each(['-1', '0', '1e3', '1e-19', '0.0000001', `1${'0'.repeat(40)}`, '', 'NaN'])(
    'refuses the amount %j',
    async (amount) => {
      const body = { ...(await request(demo)), amount }
      expect(['40010', '40203', '40204', '40201', '40231']).toContain(
        (await demo.client.post(path('apply'), body)).code,
      )
    },
  )

  it.each([
    ['malformed', '0x12'],
    ['malformed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['checksum', '0x52908400098527886E0F7030069857D2E4169Ee7'],
    ['zero', `0x${'0'.repeat(40)}`],
    ['contract', '0x5fbdb2315678afecb367f032d93f642f64180aa3'],
  ])('refuses an address as %s', async (reason, address) => {
    expect(await demo.client.post(path('apply'), await request(demo, { address }))).toMatchObject({
      code: '40230',
      data: { reason },
    })
  })

  it('refuses a quote that was used, is another amount’s, or has expired', async () => {
    const first = await request(demo)
    expect(await demo.client.post(path('apply'), first)).toMatchObject({ code: '0' })
    const reused = { ...(await request(demo)), quoteId: first['quoteId'] }
    expect(await demo.client.post(path('apply'), reused)).toMatchObject({ code: '40231' })
    const other = { ...(await request(demo)), amount: '101' }
    expect(await demo.client.post(path('apply'), other)).toMatchObject({ code: '40231' })
    const old = await request(demo)
    gateway.leap(61_000)
    expect(await demo.client.post(path('apply'), old)).toMatchObject({ code: '40231' })
  })

  it('refuses to do without the step-up of this action', async () => {
    const forBook = await stepUp(demo, 'addressBook')
    for (const verifyToken of [undefined, 'made-up', forBook])
      expect(
        await demo.client.post(path('apply'), { ...(await request(demo)), verifyToken }),
      ).toMatchObject({ code: '00005' })
  })

  it('hides the withdrawals of others', async () => {
    const applied = await demo.client.post(path('apply'), await request(demo))
    const { withdrawalId } = applied.data as { withdrawalId: string }
    const { client } = await newUser()
    expect(await client.post(path('cancel'), { withdrawalId })).toMatchObject({ code: '40401' })
    expect(await client.get(`${path('detail')}?withdrawalId=${withdrawalId}`)).toMatchObject({
      code: '40401',
    })
    expect(await client.post(path('batchQuery'), { ids: [withdrawalId] })).toMatchObject({
      data: { items: [] },
    })
    expect(
      await demo.client.post(path('batchQuery'), { ids: [withdrawalId, '999', 'x'] }),
    ).toMatchObject({ data: { items: [{ withdrawalId, state: 'approved' }] } })
  })

  it('refuses who has nothing, the paper realm and sub-accounts', async () => {
    const poor = await newUser()
    expect(await poor.client.post(path('apply'), await request(poor))).toMatchObject({
      code: '40201',
    })
    const body = await request(poor)
    await poor.client.post('/v1/user/sub-account/switchTradeDemo')
    expect(await poor.client.post(path('apply'), body)).toMatchObject({ code: '40301' })
    await poor.client.post('/v1/user/sub-account/switLogin')
    const created = await poor.client.post('/v1/user/sub-account/create', {
      label: 's',
      verifyToken: await stepUp(poor, 'subAccount'),
    })
    await poor.client.post(
      '/v1/user/sub-account/switLogin',
      created.data as Record<string, unknown>,
    )
    expect(await poor.client.post(path('apply'), body)).toMatchObject({ code: '40301' })
  })
})

describe('the address book (wallet 4)', () => {
  const book = (verb: string) => `/v1/asset/book/${verb}`
  const add = async (user: TestUser, changes: object = {}) =>
    user.client.post(book('add'), {
      network: 'evm-a',
      address: OTHER,
      label: ' Cold ',
      verifyToken: await stepUp(user, 'addressBook'),
      ...changes,
    })

  it('lets an entry receive a day after it was made', async () => {
    const added = await add(demo)
    expect(added).toMatchObject({ code: '0', data: { label: 'Cold', address: OTHER, tag: null } })
    const { bookId } = added.data as { bookId: string }
    const named = () => request(demo, { address: undefined, bookId })
    expect(await demo.client.post(path('apply'), await named())).toMatchObject({
      code: '40230',
      data: { reason: 'new', usableAt: expect.any(Number) },
    })
    await days(1)
    expect(await demo.client.post(path('apply'), await named())).toMatchObject({
      code: '0',
      data: { address: OTHER },
    })
    const removed = await demo.client.post(book('remove'), {
      bookId,
      verifyToken: await stepUp(demo, 'addressBook'),
    })
    expect(removed).toMatchObject({ code: '0', data: { items: [] } })
  })

  it('hides the entries of others', async () => {
    const user = await newUser()
    const { bookId } = (await add(user)).data as { bookId: string }
    expect(
      await demo.client.post(path('apply'), await request(demo, { bookId, address: undefined })),
    ).toMatchObject({ code: '40401' })
    const verifyToken = await stepUp(demo, 'addressBook')
    expect(await demo.client.post(book('remove'), { bookId, verifyToken })).toMatchObject({
      code: '40401',
    })
    expect(await user.client.get(book('list'))).toMatchObject({ data: { items: [{ bookId }] } })
  })

  it('lets only its entries receive, and stops a day when that ends', async () => {
    const user = demo
    const toggle = async (enabled: boolean) =>
      user.client.post(book('whitelist'), {
        enabled,
        verifyToken: await stepUp(user, 'addressBook'),
      })
    expect(await toggle(true)).toMatchObject({ code: '0', data: { whitelist: true } })
    expect(await user.client.post(path('apply'), await request(user))).toMatchObject({
      code: '40230',
      data: { reason: 'whitelist' },
    })
    await toggle(false)
    expect(await user.client.post(path('apply'), await request(user))).toMatchObject({
      code: '40302',
      data: { retryAfter: expect.any(Number) },
    })
    await days(1)
    expect(await user.client.post(path('apply'), await request(user))).toMatchObject({ code: '0' })
  })

  it('does without a step-up for its entries, up to an own cap', async () => {
    const { bookId } = (await add(demo)).data as { bookId: string }
    const flag = await demo.client.post('/v1/user/security/withdrawNoPassword', {
      enabled: true,
      dailyCap: '150',
      verifyToken: await stepUp(demo, 'withdrawNoPassword'),
    })
    expect(flag).toMatchObject({ code: '0', data: { noPasswordCap: '150' } })
    await days(2)
    const bare = { address: undefined, bookId, verifyToken: undefined }
    expect(await demo.client.post(path('apply'), await request(demo, bare))).toMatchObject({
      code: '0',
    })
    expect(await demo.client.post(path('apply'), await request(demo, bare))).toMatchObject({
      code: '00005',
    })
    const typed = { verifyToken: undefined }
    expect(await demo.client.post(path('apply'), await request(demo, typed))).toMatchObject({
      code: '00005',
    })
  })
})
