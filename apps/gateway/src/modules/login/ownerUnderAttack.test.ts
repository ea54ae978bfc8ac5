import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const guess = async (client: TestClient, email: string) => {
  const first = await client.login({ loginName: email, password: 'wrong password 1' })
  if (first.code !== '40103') return first.code
  const bizId = await client.solveCaptcha('login', { bizParam: email })
  return (await client.login({ loginName: email, password: 'wrong password 1', fields: { bizId } }))
    .code
}
const logIn = async (client: TestClient, email: string) =>
  client.login({
    loginName: email,
    password: PASSWORD,
    fields: { bizId: await client.solveCaptcha('login', { bizParam: email }) },
  })

describe('an account under attack (SL7)', () => {
  it('lets its owner in after a hundred wrong passwords from ten addresses (SL7)', async () => {
    const { email } = await gateway.newUser()
    const owner = gateway.client({ address: '203.0.113.5' })
    expect(await owner.login({ loginName: email, password: PASSWORD })).toMatchObject({ code: '0' })
    const attackers = Array.from({ length: 10 }, (_, n) =>
      gateway.client({ address: `198.51.100.${n}` }),
    )
    const codes: string[] = []
    for (const attacker of attackers)
      for (let n = 0; n < 10; n++) codes.push(await guess(attacker, email))
    expect(codes).toEqual(Array.from({ length: 100 }, () => '40101'))
    expect(await guess(attackers[0]!, email)).toBe('42901')

    // The attack is on: an unknown address has three tries, with a captcha each.
    const elsewhere = gateway.client({ address: '203.0.113.77' })
    expect(await elsewhere.login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '40103',
    })
    expect(await logIn(gateway.client({ address: '203.0.113.5' }), email)).toMatchObject({
      code: '0',
    })
  })

  it('lets its owner in from a new address with a captcha (SL7)', async () => {
    const { email } = await gateway.newUser()
    for (let n = 0; n < 100; n++)
      expect(await guess(gateway.client({ address: `198.51.${101 + n}.1` }), email)).toBe('40101')
    const fresh = gateway.client({ address: '203.0.113.78' })
    expect(await fresh.login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '40103',
    })
    expect(await logIn(fresh, email)).toMatchObject({ code: '0' })
  })

  it('knows the address and the key of a log-in for thirty days (SL7)', async () => {
    const { email, userId } = await gateway.newUser()
    await gateway.client({ address: '203.0.113.9' }).login({ loginName: email, password: PASSWORD })
    const rows = await gateway.db.query<{ origin: string }>(
      'select origin from known_logins where user_id = $1',
      [userId],
    )
    // Two log-ins, each with an address and a key of its own.
    expect(rows).toHaveLength(4)
    for (const { origin } of rows) expect(origin).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})

describe('limits of log-ins that succeed (SR1)', () => {
  it('ask for a captcha, then refuse with the time to wait (SR1)', async () => {
    const limited = await createTestGateway({ loginLimits: { account: 2, address: 100, all: 100 } })
    const { email } = await limited.newUser()
    const codes: unknown[] = []
    for (let n = 0; n < 4; n++) {
      const plain = await limited.visitor().login({ loginName: email, password: PASSWORD })
      codes.push(plain.code)
      if (plain.code === '40103') codes.push((await logIn(limited.visitor(), email)).code)
    }
    expect(codes).toEqual(['0', '0', '40103', '0', '40103', '0'])
    expect(await logIn(limited.visitor(), email)).toMatchObject({
      code: '42901',
      data: { retryAfter: 60 },
    })
    limited.leap(60_000)
    expect(await limited.visitor().login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '0',
    })
    await limited.stop()
  })
})
