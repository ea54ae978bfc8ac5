import { listEndpoints, subAccountNeed, type Endpoint } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

const ROLES = ['main', 'full', 'trade', 'view'] as const
type Role = (typeof ROLES)[number]
type Call = Pick<Endpoint, 'method' | 'path' | 'roles' | 'realms' | 'encrypted'>

/** What ends a session or the account is left to the tests of those calls. */
const ENDS_SESSION =
  /\/user\/(?:sub-account\/swit|security\/secondFactor|password|account\/close|security\/address)/

let gateway: TestGateway
const clients = new Map<Role, TestClient>()
const users = createTestUsers(() => gateway, { name: 'role' })

beforeAll(async () => {
  gateway = await createTestGateway()
  const main = await users.newUser()
  clients.set('main', main.client)
  for (const rights of ROLES.slice(1)) {
    const created = await main.client.post('/v1/user/sub-account/create', {
      label: rights,
      verifyToken: await users.stepUp(main, 'subAccount'),
    })
    const { userId } = created.data as { readonly userId: string }
    await gateway.db.query('update users set rights = $2 where id = $1', [userId, rights])
    const client = users.anonymousClient()
    await client.login({ loginName: main.email, password: PASSWORD })
    await client.post('/v1/user/sub-account/switLogin', { userId })
    clients.set(rights, client)
  }
})
afterAll(() => gateway.stop())

const ORDER = ['view', 'trade', 'full']

/** What the table of products 7 says, spelled out a second time for the test. */
function isAllowed(role: Role, call: Call): boolean {
  const { roles, realms } = call
  if (realms !== undefined && !realms.includes('live')) return false
  if (roles !== undefined && !roles.includes(role === 'main' ? 'trader' : 'sub-account'))
    return false
  if (role === 'main') return true
  const need = subAccountNeed(call)
  if (need === 'main') return false
  return ORDER.indexOf(need === 'keys' ? 'full' : need) <= ORDER.indexOf(role)
}

/** What a call needs so that its schema does not answer before its rule. */
const BODIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/v1/ops/p2p/ruling': { orderId: '1', outcome: 'released', reason: 'paid' },
}

const answerOf = async (client: TestClient, { method, path }: Call) =>
  method === 'GET' ? client.get(path) : client.post(path, BODIES[path] ?? {})

const calls = listEndpoints()
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(({ access, path }) => access === 'private' && !ENDS_SESSION.test(path))

describe('each call as each role (products 7)', () => {
  it.each(ROLES)('refuses %s exactly what the table refuses (products 7)', async (role) => {
    const client = clients.get(role)
    if (!client) throw new Error('No client')
    const wrong: string[] = []
    for (const call of calls) {
      const { code, http, data } = await answerOf(client, call)
      const isRefused = code === '40301' && data === null
      // Operators are refused by name, and a step-up where there is nothing to prove with.
      const isOfOthers = /\/ops\/|\/security\/stepUp|securityVerify/.test(call.path)
      if (http >= 500) wrong.push(`${call.path}: ${http}`)
      if (!isOfOthers && isRefused === isAllowed(role, call))
        wrong.push(`${call.method} ${call.path}: ${code}`)
    }
    expect(wrong).toEqual([])
    expect(calls.length).toBeGreaterThan(100)
  })
})

describe('the page of an account (products 7)', () => {
  it.each([
    ['main', ['trader']],
    ['full', ['sub-account']],
    ['trade', ['sub-account']],
    ['view', ['sub-account', 'viewer']],
  ] as const)('names the roles of %s', async (role, roles) => {
    expect(await clients.get(role)?.get('/v1/user/overview/userinfo')).toMatchObject({
      data: { roles },
    })
  })
})

/**
 * Who may call: anybody; each account in both realms; main accounts in both; main accounts with
 * live funds; operators.
 */
type Reach = 'public' | 'account' | 'main' | 'live' | 'operator'

/** Products 1 to 5 and 7, spelled out call by call. */
const PRODUCTS: Readonly<Record<Reach, string>> = {
  public:
    '/v1/mix/config/fees /v1/earn/products /v1/copy/public/leaders /v1/copy/public/leader ' +
    '/v1/p2p/public/config /v1/p2p/public/market',
  account: '/v1/vip/detail',
  main:
    '/v1/copy/lead/own /v1/copy/lead/open /v1/copy/lead/change /v1/copy/lead/fund ' +
    '/v1/copy/lead/close /v1/copy/follow/open /v1/copy/follow/change /v1/copy/follow/pause ' +
    '/v1/copy/follow/resume /v1/copy/follow/close /v1/copy/follow/fund /v1/copy/follows ' +
    '/v1/copy/orders /v1/copy/records /v1/copy/shares',
  live:
    '/v1/p2p/advert/publish /v1/p2p/advert/edit /v1/p2p/advert/pause /v1/p2p/advert/resume ' +
    '/v1/p2p/advert/close /v1/p2p/advert/list /v1/p2p/payment/add /v1/p2p/payment/remove ' +
    '/v1/p2p/payment/list /v1/p2p/order/create /v1/p2p/order/paid /v1/p2p/order/cancel ' +
    '/v1/p2p/order/confirmPutCoin /v1/p2p/order/appeal /v1/p2p/order/message ' +
    '/v1/p2p/order/file /v1/p2p/order/picture /v1/p2p/order/list /v1/p2p/order/detail ' +
    '/v1/p2p/order/messages /v1/p2p/profile/detail /v1/p2p/profile/rename ' +
    '/v1/earn/subscribe /v1/earn/redeem /v1/earn/autoRenew /v1/earn/positions ' +
    '/v1/earn/history /v1/redpacket/create /v1/redpacket/claim /v1/redpacket/list ' +
    '/v1/redpacket/received /v1/redpacket/detail /v1/user/referral/detail ' +
    '/v1/user/referral/invited /v1/user/referral/rebates',
  operator: '/v1/ops/p2p/appeals /v1/ops/p2p/ruling',
}
const reaches = new Map(
  Object.entries(PRODUCTS).flatMap(([reach, paths]) =>
    paths.split(' ').map((path) => [path, reach as Reach] as const),
  ),
)
const IS_PRODUCT =
  /^\/v1\/(?:p2p|copy|earn|redpacket|vip|ops\/p2p|user\/referral|mix\/config\/fees)/
const productCalls = listEndpoints()
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(({ path }) => IS_PRODUCT.test(path))

/** Which calls each caller is let through to, in words of `Reach`. */
const CALLERS = {
  guest: ['public'],
  main: ['public', 'account', 'main', 'live'],
  full: ['public', 'account'],
  trade: ['public', 'account'],
  view: ['public', 'account'],
  'main in paper': ['public', 'account', 'main'],
  'full in paper': ['public', 'account'],
} as const satisfies Readonly<Record<string, readonly Reach[]>>

/** The client of a caller; its own log-in where it stands in the paper realm. */
async function clientOf(caller: keyof typeof CALLERS): Promise<TestClient> {
  if (caller === 'guest') return gateway.visitor({ signs: false })
  const [role, realm] = caller.split(' in ') as [Role, string | undefined]
  const client = clients.get(role)
  if (!client) throw new Error('No client')
  if (realm !== undefined) {
    const { code } = await client.post('/v1/user/sub-account/switchTradeDemo')
    expect(code).toBe('0')
  }
  return client
}

describe('the calls of products by role and realm (products 7, 8)', () => {
  it('lists every call of a product once', () => {
    expect(productCalls.map(({ path }) => path).toSorted()).toEqual([...reaches.keys()].toSorted())
  })

  // Those of the paper realm come last: they leave their session there.
  it.each(Object.keys(CALLERS) as readonly (keyof typeof CALLERS)[])(
    'lets %s through to exactly its own calls',
    async (caller) => {
      const client = await clientOf(caller)
      const allowed: readonly Reach[] = CALLERS[caller]
      const wrong: string[] = []
      for (const call of productCalls) {
        const { code, http, data } = await answerOf(client, call)
        const reach = reaches.get(call.path) ?? 'operator'
        const refusal = caller === 'guest' ? '401' : '40301'
        const isRefused = code === refusal && data === null
        if (isRefused === allowed.includes(reach) || http >= 500)
          wrong.push(`${call.method} ${call.path}: ${http} ${code}`)
      }
      expect(wrong).toEqual([])
    },
  )
})
