import { describe, expect, it } from 'vitest'
import { createFixture } from './testing/createFixture.ts'
import { testServerIdentity } from './testing.ts'

const LOGIN = '/v1/user/login'
const SECRET = 'correct-horse'

class Credentials {
  readonly loginName = 'a@b.c'
  readonly pwd = SECRET
  readonly bizId = 'b1'
}
class Written {
  #pwd = SECRET
  toJSON() {
    return { loginName: 'a@b.c', pwd: this.#pwd, bizId: 'b1' }
  }
}
const literal = { loginName: 'a@b.c', pwd: SECRET, bizId: 'b1' }
const form = (entries: Record<string, string | Blob> = literal) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(entries)) data.append(name, value)
  return data
}
const circle: { pwd: string; self?: unknown } = new (class {
  pwd = SECRET
})()
circle.self = circle

/** All parts of a request that are sent in clear. */
const clearText = async (body: unknown): Promise<string> => {
  if (body instanceof FormData) return JSON.stringify([...body.entries()])
  if (body instanceof Blob) return body.text()
  if (body instanceof URLSearchParams || typeof body === 'string') return body.toString()
  return JSON.stringify(body) ?? ''
}
const read = (body: unknown) =>
  (body instanceof FormData || body instanceof URLSearchParams
    ? Object.fromEntries(body as unknown as Iterable<[string, string]>)
    : body) as Record<string, unknown>

const ENCRYPTED: [string, () => unknown, unknown][] = [
  ['an object literal', () => ({ ...literal }), Object],
  [
    'an object without a prototype',
    () => Object.assign(Object.create(null) as object, literal),
    Object,
  ],
  ['URLSearchParams', () => new URLSearchParams(literal), URLSearchParams],
  ['FormData without files', () => form(), FormData],
  ['an instance', () => new Credentials(), Object],
  ['an instance that writes itself', () => new Written(), Object],
  ['an object literal that writes itself', () => ({ toJSON: () => literal }), Object],
]

const REFUSED: [string, () => unknown][] = [
  ['JSON text', () => JSON.stringify(literal)],
  ['text of a form', () => `pwd=${SECRET}`],
  ['a list', () => [literal]],
  ['FormData with a file', () => form({ pwd: SECRET, avatar: new Blob(['x']) })],
  ['a Blob', () => new Blob([JSON.stringify(literal)])],
  ['bytes', () => new TextEncoder().encode(JSON.stringify(literal))],
  ['a buffer', () => new TextEncoder().encode(JSON.stringify(literal)).buffer],
  ['a view of a buffer', () => new DataView(new ArrayBuffer(8))],
  ['a date', () => new Date(0)],
  ['an instance that contains itself', () => circle],
  ['an instance that writes itself as text', () => ({ toJSON: () => SECRET })],
  ['a number', () => 5],
  ['null', () => null],
]

describe('a password on an encrypted endpoint (wire 4, PROTOCOL T3)', () => {
  it.each(ENCRYPTED)('is encrypted in %s, which keeps its body type', async (_, make, kind) => {
    const { sign, stamp, decryptor, events } = createFixture()
    const times = stamp()
    const prepared = await sign.prepareBody({ path: LOGIN, ...times, body: make() })
    expect(prepared).toBeInstanceOf(kind)
    expect(await clearText(prepared)).not.toContain(SECRET)
    expect(decryptor.decrypt({ path: LOGIN, ...times, body: read(prepared) })).toMatchObject({
      ok: true,
      fields: { ...literal },
    })
    expect(events).toEqual([])
  })

  it.each(REFUSED)('is not sent in %s, and emits an event', async (_, make) => {
    const { sign, stamp, events } = createFixture()
    await expect(sign.prepareBody({ path: LOGIN, ...stamp(), body: make() })).rejects.toMatchObject(
      { code: 'UNENCRYPTABLE_FIELDS', detail: { path: LOGIN } },
    )
    expect(events).toEqual([
      { type: 'encryption-failed', path: LOGIN, outcome: 'blocked', code: 'UNENCRYPTABLE_FIELDS' },
    ])
  })

  it.each([
    ['a GET', undefined],
    ['a POST', { bizId: 'b1' }],
    ['a POST that encrypts the same field', { pwd: SECRET }],
  ])('is not sent in the query of %s, and emits an event', async (_, body) => {
    const { sign, stamp, events } = createFixture()
    await expect(
      sign.prepareBody({ path: LOGIN, ...stamp(), body, query: { pwd: SECRET } }),
    ).rejects.toMatchObject({ code: 'UNENCRYPTABLE_FIELDS' })
    expect(events).toMatchObject([
      { type: 'encryption-failed', outcome: 'blocked', code: 'UNENCRYPTABLE_FIELDS' },
    ])
  })

  it('keeps a password out of the error and the event', async () => {
    const { sign, stamp, events } = createFixture()
    const thrown: unknown = await sign
      .prepareBody({ path: LOGIN, ...stamp(), body: JSON.stringify(literal) })
      .catch((cause: unknown) => cause)
    expect(JSON.stringify([events, thrown, (thrown as Error).message])).not.toContain(SECRET)
  })

  it('is sent as plain text with an event under the plaintext policy', async () => {
    const { sign, stamp, events } = createFixture({ options: { onEncryptFailure: 'plaintext' } })
    const body = JSON.stringify(literal)
    expect(await sign.prepareBody({ path: LOGIN, ...stamp(), body })).toBe(body)
    expect(events).toEqual([
      {
        type: 'encryption-failed',
        path: LOGIN,
        outcome: 'plaintext',
        code: 'UNENCRYPTABLE_FIELDS',
      },
    ])
  })

  it('is ignored while signing is off', async () => {
    const { sign, stamp, events } = createFixture({ config: { clientOpen: false } })
    for (const [, make] of [...ENCRYPTED, ...REFUSED]) {
      const body = make()
      expect(
        await sign.prepareBody({ path: LOGIN, ...stamp(), body, query: { pwd: SECRET } }),
      ).toBe(body)
    }
    expect(events).toEqual([])
  })
})

describe('requests without sensitive fields', () => {
  it('are sent with their query', async () => {
    const { sign, stamp } = createFixture()
    expect(
      await sign.prepareBody({
        path: LOGIN,
        ...stamp(),
        body: undefined,
        query: { bizId: 'b1', pwd: undefined, token: null },
      }),
    ).toBeUndefined()
  })

  it('keep a form field that occurs twice', async () => {
    const { sign, stamp, decryptor } = createFixture()
    const times = stamp()
    const prepared = (await sign.prepareBody({
      path: LOGIN,
      ...times,
      body: new URLSearchParams('pwd=a&pwd=b&x=1&x=2'),
    })) as URLSearchParams
    expect(prepared.getAll('x')).toEqual(['1', '2'])
    expect(decryptor.decrypt({ path: LOGIN, ...times, body: read(prepared) })).toMatchObject({
      ok: true,
      fields: { pwd: ['a', 'b'] },
    })
  })

  it.each([...ENCRYPTED, ...REFUSED].map(([name, make]) => [name, make] as const))(
    'are unchanged on any other path: %s',
    async (_, make) => {
      const { sign, stamp, events } = createFixture()
      for (const path of ['/v1/user/logout', '/v1/spot/order/place']) {
        const body = make()
        expect(await sign.prepareBody({ path, ...stamp(), body, query: { pwd: SECRET } })).toBe(
          body,
        )
      }
      expect(events).toEqual([])
    },
  )

  it.each([{}, { bizId: 'b1' }, { pwd: undefined }])(
    'are sent from an encrypted endpoint when encryption is unavailable: %o',
    async (body) => {
      for (const options of [
        { issuerCertificates: [] },
        {
          random: { bytes: () => new Uint8Array(1) },
          issuerCertificates: [testServerIdentity.issuerCertificatePem],
        },
      ]) {
        const { sign, stamp, events } = createFixture({ options })
        expect(
          await sign.prepareBody({ path: '/v1/user/third/google/check', ...stamp(), body }),
        ).toBe(body)
        expect(events.filter(({ type }) => type === 'encryption-failed')).toEqual([])
      }
    },
  )
})
