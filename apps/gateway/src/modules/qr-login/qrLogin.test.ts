import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'qr' })
const qr = (verb: string) => `/v1/user/qr/${verb}`
const OVER = { code: '40102', msg: 'This code has expired, please scan a new one' }

interface Shown {
  readonly serialNO: string
  readonly token: string
  readonly expiresIn: number
}
const show = async (browser: TestClient) =>
  (await browser.post(qr('create'), {}, { headers: { 'user-agent': 'Browser/1' } })).data as Shown
const status = async (
  browser: TestClient,
  { serialNO, token }: { serialNO: string; token: string },
) =>
  ((await browser.post(qr('getQrKeyStatus'), { serialNO, token })).data as { status: string })
    .status

describe('/qr: a log-in by QR code (spec 7.10, wire 10)', () => {
  it('moves from new over scanned and confirmed to a session', async () => {
    const [browser, phone] = [anonymousClient(), await newUser()]
    const shown = await show(browser)
    expect(shown).toEqual({
      serialNO: expect.any(String),
      token: expect.any(String),
      expiresIn: 120,
    })
    expect(await status(browser, shown)).toBe('new')
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject(OVER)
    expect(await phone.client.post(qr('scan'), { serialNO: shown.serialNO })).toMatchObject({
      code: '0',
      data: { userAgent: 'Browser/1', createdAt: expect.any(Number) },
    })
    expect(await status(browser, shown)).toBe('scanned')
    expect(await phone.client.post(qr('scan'), { serialNO: shown.serialNO })).toMatchObject({
      code: '0',
    })
    expect(
      await phone.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: true }),
    ).toMatchObject({ code: '0' })
    expect(await status(browser, shown)).toBe('confirmed')
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: phone.userId }, realm: 'live' },
    })
    expect(await browser.get('/v1/user/overview/userinfo')).toMatchObject({
      code: '0',
      data: { userId: phone.userId },
    })
    expect(await phone.client.get('/v1/user/overview/userinfo')).toMatchObject({ code: '0' })
  })

  it('the browser’s session has a key of its own: it signs', async () => {
    const [browser, phone] = [anonymousClient(), await newUser()]
    const shown = await show(browser)
    await phone.client.post(qr('scan'), { serialNO: shown.serialNO })
    await phone.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: true })
    await browser.post(qr('verifySystemLogin'), { ...shown })
    const rows = await gateway.db.query<{ key_id: string | null }>(
      'select key_id from sessions where user_id = $1 order by created_at',
      [phone.userId],
    )
    expect(new Set(rows.map(({ key_id }) => key_id)).size).toBe(2)
    expect(await browser.post('/v1/user/security/totp/create')).toMatchObject({ code: '0' })
  })

  it('refuses for good once refused', async () => {
    const [browser, phone] = [anonymousClient(), await newUser()]
    const shown = await show(browser)
    await phone.client.post(qr('scan'), { serialNO: shown.serialNO })
    await phone.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: false })
    expect(await status(browser, shown)).toBe('refused')
    expect(
      await phone.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: true }),
    ).toMatchObject(OVER)
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject(OVER)
  })

  it('shows the scanning device where it is asked from, address shortened (SR8)', async () => {
    const [browser, phone] = [gateway.client({ address: '203.0.113.45' }), await newUser()]
    const { serialNO } = await show(browser)
    const asked = await phone.client.post(qr('scan'), { serialNO })
    expect(asked).toMatchObject({
      code: '0',
      data: { userAgent: 'Browser/1', address: '203.0.113.*', country: null, needsStepUp: false },
    })
  })
})

describe('a link that somebody else sent (SR8)', () => {
  /** The attacker's browser shows a code, the victim opens its link and is about to decide. */
  async function scanned({ hasFactor }: { hasFactor: boolean }) {
    const [attacker, victim] = [anonymousClient(), await newUser()]
    if (hasFactor)
      await victim.client.post('/v1/user/security/secondFactor', {
        method: 'email',
        enabled: true,
        verifyToken: await stepUp(victim, 'secondFactor'),
      })
    const shown = await show(attacker)
    const asked = await victim.client.post(qr('scan'), { serialNO: shown.serialNO })
    const decide = (verifyToken?: string) =>
      victim.client.post(qr('decide'), {
        serialNO: shown.serialNO,
        isAllowed: true,
        ...(verifyToken === undefined ? {} : { verifyToken }),
      })
    return { attacker, victim, shown, asked, decide }
  }

  it('opens no session without a step-up where the account has a factor (SR8)', async () => {
    const { attacker, shown, asked, decide } = await scanned({ hasFactor: true })
    expect(asked.data).toMatchObject({ needsStepUp: true })
    expect(await decide()).toMatchObject({ code: '00005' })
    expect(await decide('made-up')).toMatchObject({ code: '00005' })
    expect(await status(attacker, shown)).toBe('scanned')
    expect(await attacker.post(qr('verifySystemLogin'), { ...shown })).toMatchObject(OVER)
    expect(attacker.cookies.size).toBe(0)
  })

  it('takes no step-up of another action (SR8)', async () => {
    const { attacker, victim, shown } = await scanned({ hasFactor: true })
    const verifyToken = await stepUp(victim, 'secondFactor')
    const again = await show(attacker)
    await victim.client.post(qr('scan'), { serialNO: again.serialNO })
    expect(
      await victim.client.post(qr('decide'), {
        serialNO: again.serialNO,
        isAllowed: true,
        verifyToken,
      }),
    ).toMatchObject({ code: '00005' })
    expect(await attacker.post(qr('verifySystemLogin'), { ...shown })).toMatchObject(OVER)
  })

  it('requires a step-up to admit the device (SR8)', async () => {
    const { attacker: browser, victim: phone } = await scanned({ hasFactor: true })
    const verifyToken = await stepUp(phone, 'qrLogin')
    const shown = await show(browser)
    await phone.client.post(qr('scan'), { serialNO: shown.serialNO })
    expect(
      await phone.client.post(qr('decide'), {
        serialNO: shown.serialNO,
        isAllowed: true,
        verifyToken,
      }),
    ).toMatchObject({ code: '0' })
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: phone.userId } },
    })
    const other = await show(browser)
    await phone.client.post(qr('scan'), { serialNO: other.serialNO })
    expect(
      await phone.client.post(qr('decide'), { serialNO: other.serialNO, isAllowed: false }),
    ).toMatchObject({ code: '0' })
  })

  it('counts the factors of the main account for its sub-accounts (SR8)', async () => {
    const { attacker, victim } = await scanned({ hasFactor: true })
    const created = await victim.client.post('/v1/user/sub-account/create', {
      label: 'one',
      verifyToken: await stepUp(victim, 'subAccount'),
    })
    const { userId } = created.data as { userId: string }
    expect(await victim.client.post('/v1/user/sub-account/switLogin', { userId })).toMatchObject({
      code: '0',
    })
    const shown = await show(attacker)
    expect(await victim.client.post(qr('scan'), { serialNO: shown.serialNO })).toMatchObject({
      code: '0',
      data: { needsStepUp: true },
    })
    expect(
      await victim.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: true }),
    ).toMatchObject({ code: '00005' })
  })

  it('opens a session without transfers for 24 hours, across realms (SR8)', async () => {
    const { attacker, victim, shown, decide } = await scanned({ hasFactor: false })
    await decide()
    await attacker.post(qr('verifySystemLogin'), { ...shown })
    const transfer = (client: TestClient) =>
      client.post('/v1/asset/transfer', {
        fromUserId: victim.userId,
        toUserId: '1000000001',
        asset: 'USDT',
        amount: '1',
        clientOid: 'one',
      })
    expect(await transfer(attacker)).toMatchObject({ code: '40302', data: { retryAfter: 86_400 } })
    expect(await transfer(victim.client)).toMatchObject({ code: '40401' })
    for (const there of ['switchTradeDemo', 'switLogin'])
      expect(await attacker.post(`/v1/user/sub-account/${there}`)).toMatchObject({ code: '0' })
    const rows = await gateway.db.query<{ opened_by: string | null }>(
      'select opened_by from sessions where user_id = $1 and opened_by is not null',
      [victim.userId],
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    gateway.leap(43_200_000)
    expect(await attacker.get('/v1/user/overview/userinfo')).toMatchObject({ code: '0' })
    gateway.leap(43_199_000)
    expect(await transfer(attacker)).toMatchObject({ code: '40302', data: { retryAfter: 1 } })
    gateway.leap(1_000)
    expect(await transfer(attacker)).toMatchObject({ code: '40401' })
  })

  it('makes neither address nor key of the new device known (SR8, SL7)', async () => {
    const { attacker, victim, shown, decide } = await scanned({ hasFactor: false })
    const known = async () =>
      (await gateway.db.query('select 1 from known_logins where user_id = $1', [victim.userId]))
        .length
    const before = await known()
    await decide()
    expect(await attacker.post(qr('verifySystemLogin'), { ...shown })).toMatchObject({ code: '0' })
    expect(await known()).toBe(before)
  })
})

describe('nobody else enters with it', () => {
  const confirmed = async () => {
    const [browser, phone] = [anonymousClient(), await newUser()]
    const shown = await show(browser)
    await phone.client.post(qr('scan'), { serialNO: shown.serialNO })
    await phone.client.post(qr('decide'), { serialNO: shown.serialNO, isAllowed: true })
    return { browser, phone, shown }
  }

  it("requires the browser's secret besides the code", async () => {
    const { browser, shown } = await confirmed()
    const thief = anonymousClient()
    const { token } = await show(thief)
    expect(await status(thief, { serialNO: shown.serialNO, token })).toBe('expired')
    expect(
      await thief.post(qr('verifySystemLogin'), { serialNO: shown.serialNO, token }),
    ).toMatchObject(OVER)
    expect(thief.cookies.size).toBe(0)
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject({ code: '0' })
  })

  it('admits once, however many ask', async () => {
    const { shown } = await confirmed()
    const answers = await Promise.all(
      [anonymousClient(), anonymousClient(), anonymousClient()].map((from) =>
        from.post(qr('verifySystemLogin'), { ...shown }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102', '40102'])
    expect(await status(anonymousClient(), shown)).toBe('expired')
  })

  it('reserves a scanned code for its scanner', async () => {
    const [browser, phone, other] = [anonymousClient(), await newUser(), await newUser()]
    const { serialNO } = await show(browser)
    expect(await other.client.post(qr('decide'), { serialNO, isAllowed: true })).toMatchObject(OVER)
    await phone.client.post(qr('scan'), { serialNO })
    expect(await other.client.post(qr('scan'), { serialNO })).toMatchObject(OVER)
    expect(await other.client.post(qr('decide'), { serialNO, isAllowed: true })).toMatchObject(OVER)
  })

  it('gives the code to one of two simultaneous scanners', async () => {
    const [browser, one, two] = [anonymousClient(), await newUser(), await newUser()]
    const { serialNO } = await show(browser)
    const answers = await Promise.all(
      [one, two].map(({ client }) => client.post(qr('scan'), { serialNO })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102'])
  })

  it('expires two minutes after display in every state', async () => {
    const [browser, phone] = [anonymousClient(), await newUser()]
    const shown = await show(browser)
    const entered = await confirmed()
    gateway.leap(119_000)
    expect(await status(browser, shown)).toBe('new')
    gateway.leap(1_000)
    expect(await status(browser, shown)).toBe('expired')
    expect(await phone.client.post(qr('scan'), { serialNO: shown.serialNO })).toMatchObject(OVER)
    expect(await entered.browser.post(qr('verifySystemLogin'), { ...entered.shown })).toMatchObject(
      OVER,
    )
  })

  it('a user who was frozen meanwhile does not come in', async () => {
    const { browser, phone, shown } = await confirmed()
    await gateway.db.query("update users set status = 'frozen' where id = $1", [phone.userId])
    expect(await browser.post(qr('verifySystemLogin'), { ...shown })).toMatchObject({
      code: '00004',
    })
  })

  it('an anonymous caller allows nothing', async () => {
    const { serialNO } = await show(anonymousClient())
    const guest = gateway.client({ signs: false })
    expect(await guest.post(qr('scan'), { serialNO })).toMatchObject({ code: '401' })
    expect(await guest.post(qr('decide'), { serialNO, isAllowed: true })).toMatchObject({
      code: '401',
    })
  })
})

describe('limits and faults', () => {
  it.each([
    ['getQrKeyStatus', { token: 'x' }, 'serialNO'],
    ['getQrKeyStatus', { serialNO: 'x' }, 'token'],
    ['verifySystemLogin', { serialNO: 'x'.repeat(65), token: 'x' }, 'serialNO'],
  ])('%s with %o names the field', async (verb, body, field) => {
    expect(await anonymousClient().post(qr(verb), body)).toMatchObject({
      http: 400,
      code: '40010',
      data: { field },
    })
  })
  it('decide wants a yes or a no', async () => {
    expect(
      await (await newUser()).client.post(qr('decide'), { serialNO: 'x', isAllowed: 'yes' }),
    ).toMatchObject({ code: '40010', data: { field: 'isAllowed' } })
  })
  it('a made-up serial number is as one that is over', async () => {
    expect(await status(anonymousClient(), { serialNO: 'made-up', token: 'made-up' })).toBe(
      'expired',
    )
    expect(await (await newUser()).client.post(qr('scan'), { serialNO: 'made-up' })).toMatchObject(
      OVER,
    )
  })
  it('an address gets sixty codes in ten minutes', async () => {
    const client = gateway.client({ address: '203.0.113.99', signs: false })
    for (let code = 0; code < 60; code++)
      expect(await client.post(qr('create'))).toMatchObject({ code: '0' })
    expect(await client.post(qr('create'))).toMatchObject({
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
  })
  it('the secrets of a code travel encrypted', async () => {
    const browser = anonymousClient()
    const shown = await show(browser)
    let body = ''
    await browser.post(
      qr('getQrKeyStatus'),
      { serialNO: shown.serialNO, token: shown.token },
      { tamper: (wire) => ((body = wire.body ?? ''), wire) },
    )
    expect(body).toContain('bodyCiphertext')
    expect(body).not.toContain(shown.token)
    expect(
      await browser.login({ loginName: 'nobody@example.com', password: PASSWORD }),
    ).toMatchObject({ code: '40101' })
  })
})
