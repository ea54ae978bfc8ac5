import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { stoppedUntil } from '../sessions/ports/withdrawalStop.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())
const users = createTestUsers(() => gateway, { name: 'history-user' })
const DISOWN = '/v1/user/security/history/disown'
const HISTORY = '/v1/user/security/history'

interface Listed {
  readonly items: readonly { readonly eventId: string; readonly kind: string }[]
  readonly next: string | null
}
const listed = async (client: TestClient, query = '') =>
  (await client.get(`${HISTORY}${query}`)).data as Listed

/** The reports that an address got, the codes left out. */
const mailsOf = async (client: TestClient, to: string) =>
  ((await client.get(`/v1/dev/mailbox?to=${to}`)).data as { scene: string; code: string }[])
    .filter(({ code }) => code === '')
    .map(({ scene }) => scene)

describe('the history of an account (products 7)', () => {
  it('lists log-ins and new devices, the latest first, page by page', async () => {
    const user = await users.newUser()
    await users.anonymousClient().login({ loginName: user.email, password: PASSWORD })
    const { items } = await listed(user.client)
    expect(items.map(({ kind }) => kind)).toEqual(['newDevice', 'login'])
    const first = await listed(user.client, '?limit=1')
    expect(first.items).toEqual(items.slice(0, 1))
    expect((await listed(user.client, `?limit=1&cursor=${first.next}`)).items).toEqual(
      items.slice(1),
    )
    expect(await user.client.code(user.email, 'newDevice')).toBe('')
  })

  it('reports a new browser, though its address is known (wire 5)', async () => {
    const address = '203.0.113.240'
    const own = gateway.client({ address, terminalCode: 'a'.repeat(32) })
    const email = 'same-address@example.com'
    const enter = async (client: TestClient) => {
      gateway.leap(1_000)
      return client.login({ loginName: email, password: PASSWORD })
    }
    const kinds = async () => (await listed(own)).items.map(({ kind }) => kind)
    await own.register(email)
    await own.post('/v1/user/logout')
    await enter(own)
    expect(await kinds()).toEqual(['login', 'login'])
    const other = gateway.client({ address, terminalCode: 'b'.repeat(32) })
    await enter(other)
    expect(await kinds()).toEqual(['newDevice', 'login', 'login'])
    expect(await mailsOf(own, email)).toEqual(['newDevice'])
    await enter(other)
    expect((await kinds())[0], 'the second time it is known').toBe('login')
    // Without a code nothing is recognised.
    await enter(gateway.client({ address }))
    expect((await kinds())[0]).toBe('newDevice')
  })

  it('reports a browser anew once it was revoked (wire 5)', async () => {
    const user = await users.newUser()
    const browser = gateway.visitor({ terminalCode: 'c'.repeat(32) })
    const enter = () => browser.login({ loginName: user.email, password: PASSWORD })
    const last = async () => (await listed(user.client)).items[0]
    await enter()
    gateway.leap(1_000)
    await enter()
    expect((await last())?.kind).toBe('login')
    await user.client.post('/v1/user/security/sessions/revoke', { others: true })
    gateway.leap(1_000)
    await enter()
    expect((await last())?.kind).toBe('newDevice')
  })

  it('shows nobody the entries of another user', async () => {
    const [one, two] = [await users.newUser(), await users.newUser()]
    const [own] = (await listed(one.client)).items
    const theirs = (await listed(two.client)).items.map(({ eventId }) => eventId)
    expect(theirs).not.toContain(own?.eventId)
    expect(await two.client.post(DISOWN, { eventId: own?.eventId })).toMatchObject({
      code: '40401',
    })
    expect(await stoppedUntil(gateway.db, one.userId)).toBe(0)
  })

  it('ends other sessions and stops withdrawals after "not me"', async () => {
    const user = await users.newUser()
    const thief = users.anonymousClient()
    await thief.login({ loginName: user.email, password: PASSWORD })
    const [entry] = (await listed(user.client)).items
    expect(await user.client.post(DISOWN, { eventId: entry?.eventId })).toMatchObject({
      code: '0',
      data: { ended: 1, heldUntil: gateway.clock.now() + 86_400_000 },
    })
    expect(await thief.get(HISTORY)).toMatchObject({ code: '20205' })
    expect((await listed(user.client)).items[0]?.kind).toBe('disowned')
  })

  it('forgets after 90 days', async () => {
    const user = await users.newUser()
    await gateway.db.query('update security_event set at = at - $1::bigint where user_id = $2', [
      90 * 86_400_000 + 1,
      user.userId,
    ])
    expect((await listed(user.client)).items).toEqual([])
  })

  it('asks guests to log in', async () =>
    expect(await gateway.client({ signs: false }).get(HISTORY)).toMatchObject({ code: '401' }))
})

describe('the anti-phishing code (products 7)', () => {
  const set = async (user: Awaited<ReturnType<typeof users.newUser>>, code: unknown) =>
    user.client.post('/v1/user/security/antiphishing', {
      code,
      verifyToken: await users.stepUp(user, 'antiphishing'),
    })

  it('is set with a step-up, shown masked and stored sealed', async () => {
    const user = await users.newUser()
    const path = '/v1/user/security/overview'
    expect(await user.client.get(path)).toMatchObject({
      data: { antiphishing: null, heldUntil: null },
    })
    expect(await set(user, 'Tulip77')).toMatchObject({ code: '0', data: { code: 'T*****7' } })
    expect(await user.client.get(path)).toMatchObject({ data: { antiphishing: 'T*****7' } })
    const rows = await gateway.db.query('select antiphishing from security_setting')
    expect(JSON.stringify(rows)).not.toContain('Tulip77')
  })

  it.each(['abc', 'x'.repeat(21), 'has space', '<b>bold</b>', 'Ｔｕｌｉｐ', 7, ''])(
    'refuses %j',
    async (code) => {
      const user = await users.newUser()
      expect(await set(user, code)).toMatchObject({ http: 400, code: '40010' })
    },
  )

  it('refuses without a step-up of its own', async () => {
    const user = await users.newUser()
    expect(
      await user.client.post('/v1/user/security/antiphishing', {
        code: 'Tulip77',
        verifyToken: await users.stepUp(user, 'password'),
      }),
    ).toMatchObject({ code: '00005' })
  })
})
