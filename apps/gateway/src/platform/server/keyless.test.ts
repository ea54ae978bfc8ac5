import { constants, createCipheriv, createDecipheriv, privateDecrypt } from 'node:crypto'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import {
  PASSWORD,
  type Answer,
  type TestClient,
  type Wire,
} from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { encryptFields } from '../../testing/encryptFields.ts'
import { createPasswords } from '../../modules/passwords/passwords.ts'

const EMAIL = 'owner@example.com'
const LOGIN = '/v1/user/login'
const SESSION = { code: '0', data: { userInfo: { userId: '1234567890' } } }
const REPLAYED = { http: 200, code: '00022', data: null }
const HOUR = 3_600_000

/** A gateway in production with one account. */
async function open(options: Parameters<typeof createTestGateway>[0] = {}): Promise<TestGateway> {
  const gateway = await createTestGateway({ isDevelopment: false, ...options })
  await gateway.db.query(
    'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
    ['1234567890', EMAIL, await createPasswords({ cost: 4 }).hash(PASSWORD)],
  )
  return gateway
}

const CREDENTIALS = { loginName: EMAIL, pwd: PASSWORD }

/** What a browser without a key sends, and what it is answered. */
async function logIn(client: TestClient, path = LOGIN): Promise<{ answer: Answer; wire: Wire }> {
  let wire: Wire | undefined
  const answer = await client.post(
    path,
    {},
    {
      bare: () => ({ bodyCiphertext: encryptFields(CREDENTIALS) }),
      tamper: (sent) => (wire = sent),
    },
  )
  return { answer, wire: wire! }
}

const bodyOf = ({ body = '' }: Wire) => JSON.parse(body) as { bodyCiphertext: string }

let gateway: TestGateway
beforeAll(async () => void (gateway = await open()), 60_000)
afterAll(() => gateway.stop())
/** Sends a captured body from another address, under a stamp of the attacker's own. */
const resend = (body: object, path = LOGIN) =>
  gateway.visitor().post(path, {}, { bare: () => ({ ...body }) })

describe('a log-in without a client key (PROTOCOL T8)', () => {
  it('opens a session for a browser that cannot make keys (spec 5.9)', async () => {
    const client = gateway.visitor()
    const { answer, wire } = await logIn(client)
    expect(answer).toMatchObject(SESSION)
    expect(Object.keys(bodyOf(wire))).toEqual(['bodyCiphertext'])
    // And the session signs nothing, for it has no key to sign with.
    await expect(client.get('/v1/user/overview/userinfo')).rejects.toMatchObject({
      code: 'NO_BOUND_KEY',
    })
  })

  it('is refused when captured and sent from another address', async () => {
    const { wire } = await logIn(gateway.visitor())
    const answer = await gateway.visitor().post(LOGIN, {}, { tamper: () => wire })
    expect(answer).toMatchObject(REPLAYED)
    expect(answer.headers['gw-sign-error']).toBe('00022')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('refuses a captured log-in for a day, even under another timestamp', async () => {
    const { wire } = await logIn(gateway.visitor())
    gateway.leap(HOUR)
    expect(await resend(bodyOf(wire))).toMatchObject(REPLAYED)
    gateway.leap(22 * HOUR)
    expect(await resend(bodyOf(wire))).toMatchObject(REPLAYED)
  })

  it('is refused by every other endpoint when captured', async () => {
    const { wire } = await logIn(gateway.visitor())
    expect(await resend(bodyOf(wire), '/v1/user/agency/login')).toMatchObject(REPLAYED)
    const other = await logIn(gateway.visitor(), '/v1/user/agency/login')
    expect(other.answer).toMatchObject(SESSION)
    expect(await resend(bodyOf(other.wire))).toMatchObject(REPLAYED)
  })

  it('refuses a captured log-in with changed cipher, by its wrapped key', async () => {
    const { wire } = await logIn(gateway.visitor())
    const [wrapped, iv, sealed] = bodyOf(wire).bodyCiphertext.split('.')
    const bytes = Buffer.from(iv!, 'base64')
    // The first block is `{"loginName":"ow`; its last letter but one becomes a capital, which names
    // the same account.
    bytes[14]! ^= 0x20
    const changed = { bodyCiphertext: [wrapped, bytes.toString('base64'), sealed].join('.') }
    expect(await resend(changed)).toMatchObject(REPLAYED)
  })

  it('opens one session for copies that arrive together from many addresses', async () => {
    const body = { bodyCiphertext: encryptFields(CREDENTIALS) }
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(body)))
    expect(answers.map(({ code }) => code).sort()).toEqual([
      '0',
      ...Array.from({ length: 9 }, () => '00022'),
    ])
  })

  it('is not used up by a forgery that arrives before it', async () => {
    const bodyCiphertext = encryptFields(CREDENTIALS)
    const [wrapped, iv, sealed = ''] = bodyCiphertext.split('.')
    const cut = Buffer.from(sealed, 'base64').subarray(0, -16).toString('base64')
    for (const forged of [
      [wrapped, iv, cut],
      [wrapped, Buffer.alloc(16).toString('base64'), sealed],
    ]) {
      expect(await resend({ bodyCiphertext: forged.join('.') })).toMatchObject({
        code: '40010',
        data: { field: 'bodyCiphertext' },
      })
    }
    expect(await resend({ bodyCiphertext })).toMatchObject(SESSION)
  })

  it('allows an address 60 wrong guesses in 15 minutes at each endpoint', async () => {
    const client = gateway.visitor()
    // A ticket that is none costs the gateway no password hash.
    const guess = async (path = '/v1/user/third/bind/check') =>
      (
        await client.post(
          path,
          {},
          { bare: () => ({ bodyCiphertext: encryptFields({ token: 'x' }) }) },
        )
      ).code
    for (let tries = 0; tries < 60; tries++) expect(await guess()).not.toBe('42901')
    expect(await guess()).toBe('42901')
    expect((await logIn(client)).answer).toMatchObject(SESSION)
    gateway.leap(900_000)
    expect(await guess()).not.toBe('42901')
  })

  it('gets in however long the page of the QR code has asked', async () => {
    const client = gateway.visitor()
    const { serialNO, token } = (await client.post('/v1/user/qr/create')).data as {
      serialNO: string
      token: string
    }
    const ask = () =>
      client.post(
        '/v1/user/qr/getQrKeyStatus',
        {},
        { bare: () => ({ bodyCiphertext: encryptFields({ serialNO, token }) }) },
      )
    for (let asked = 0; asked < 300; asked++) expect(await ask()).toMatchObject({ code: '0' })
    expect((await logIn(client)).answer).toMatchObject(SESSION)
  })

  it('is not kept out by what others at its address got right', async () => {
    const client = gateway.visitor()
    for (let each = 0; each < 70; each++)
      expect((await logIn(client)).answer).toMatchObject({ code: '0' })
  })

  it('refuses a captured request that polls a QR code', async () => {
    const { serialNO, token } = (await gateway.visitor().post('/v1/user/qr/create')).data as {
      serialNO: string
      token: string
    }
    const body = { bodyCiphertext: encryptFields({ serialNO, token }) }
    expect(await resend(body, '/v1/user/qr/getQrKeyStatus')).toMatchObject({ code: '0' })
    expect(await resend(body, '/v1/user/qr/verifySystemLogin')).toMatchObject(REPLAYED)
    gateway.leap(120_000)
    expect(await resend(body, '/v1/user/qr/verifySystemLogin')).toMatchObject({ code: '40102' })
  })
})

/**
 * Replaces the encrypted text of a captured body by any text under the same wrapped key: the best
 * case for an attacker.
 */
function turn(
  { bodyCiphertext }: { bodyCiphertext: string },
  forge: (text: string) => string,
): { bodyCiphertext: string } {
  const [wrapped, iv, sealed] = bodyCiphertext
    .split('.')
    .map((segment) => Buffer.from(segment, 'base64')) as [Buffer, Buffer, Buffer]
  const key = privateDecrypt(
    { key: testServerIdentity.serverPrivateKeyPem, padding: constants.RSA_PKCS1_PADDING },
    wrapped,
  )
  const [decipher, cipher] = [
    createDecipheriv('aes-256-cbc', key, iv),
    createCipheriv('aes-256-cbc', key, iv),
  ]
  const text = forge(Buffer.concat([decipher.update(sealed), decipher.final()]).toString())
  return {
    bodyCiphertext: [wrapped, iv, Buffer.concat([cipher.update(text), cipher.final()])]
      .map((part) => part.toString('base64'))
      .join('.'),
  }
}

describe('a log-in with a client key, turned into one without (PROTOCOL T8)', () => {
  const UNREADABLE = { http: 200, code: '40010', data: { field: 'bodyCiphertext' } }
  const withoutProof = (text: string) => `${text.slice(0, text.indexOf(',"algorithm"'))}}`
  const logInWithKey = async (held = false) => {
    let wire: Wire | undefined
    const answer = await gateway.visitor().post(LOGIN, CREDENTIALS, {
      tamper: (sent) => ((wire = sent), held ? { ...sent, body: '{}' } : sent),
    })
    expect(answer.code).toBe(held ? '40010' : '0')
    return bodyOf(wire!)
  }

  it('is refused when the noise has become the name of a field', async () => {
    const answer = await resend(
      turn(await logInWithKey(true), (text) =>
        text.replace(/"algorithm".*$/, '"al################":12345678901}'),
      ),
    )
    expect(answer).toMatchObject(UNREADABLE)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['of a field that the endpoint does not take', '"userId":"################"'],
    ['of a field that it takes and may leave unread', '"areaCode":"################"'],
  ])('is refused when the noise has become the value %s', async (_, field) => {
    expect(
      await resend(
        turn(await logInWithKey(true), (text) => withoutProof(text).replace(/}$/, `,${field}}`)),
      ),
    ).toMatchObject(UNREADABLE)
  })

  it('is refused for a day without noise once the honest one arrived', async () => {
    const body = turn(await logInWithKey(), withoutProof)
    expect(await resend(body)).toMatchObject(REPLAYED)
    gateway.leap(23 * HOUR)
    expect(await resend(body)).toMatchObject(REPLAYED)
  })
})

describe('a replay set whose space for a day of claims is full', () => {
  it('refuses what has no client key, and takes what has one', async () => {
    const full = await open({ replay: { claim: async () => true, fill: () => 1, close() {} } })
    expect((await logIn(full.visitor())).answer).toMatchObject({ code: '42901' })
    expect(await full.visitor().post(LOGIN, CREDENTIALS)).toMatchObject(SESSION)
    await full.stop()
  })
})

describe('ALLOW_KEYLESS_LOGIN=0', () => {
  it('is off only where it is said', () => {
    const read = (environment: Record<string, string>) => readSettings(environment).allowsKeyless
    expect([
      read({}),
      read({ NODE_ENV: 'production' }),
      read({ ALLOW_KEYLESS_LOGIN: '1' }),
      read({ ALLOW_KEYLESS_LOGIN: '0' }),
    ]).toEqual([true, true, true, false])
    expect(() => read({ ALLOW_KEYLESS_LOGIN: 'no' })).toThrow(
      'ALLOW_KEYLESS_LOGIN is "no"; it must be 0 or 1.',
    )
  })

  it('refuses log-ins without a key as unreadable, accepts those with one', async () => {
    const strict = await open({ allowsKeyless: false, allowsPlaintext: true })
    const whole = await logIn(strict.visitor())
    const broken = await strict
      .visitor()
      .post(LOGIN, {}, { bare: () => ({ bodyCiphertext: 'a.b.c' }) })
    const shown = ({ http, code, msg, data }: Answer) => ({ http, code, msg, data })
    expect(shown(whole.answer)).toEqual(shown(broken))
    expect(shown(broken)).toMatchObject({
      http: 200,
      code: '40010',
      data: { field: 'bodyCiphertext' },
    })
    // In clear nothing proves a key either, whatever ALLOW_PLAINTEXT_LOGIN says.
    expect(await strict.visitor({ signs: false }).post(LOGIN, CREDENTIALS)).toMatchObject({
      code: '00021',
    })
    expect(await strict.visitor().post(LOGIN, CREDENTIALS)).toMatchObject(SESSION)
    await strict.stop()
  })
})
