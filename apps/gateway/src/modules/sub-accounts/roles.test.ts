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

const answerOf = async (client: TestClient, { method, path }: Call) =>
  method === 'GET' ? client.get(path) : client.post(path, {})

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
