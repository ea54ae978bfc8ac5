import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { isStorable, unstorableField } from './storable.ts'

describe('Envelope: what is no text (wire 10)', () => {
  it.each([
    [{ name: 'é€😀\n\t' }, undefined],
    [{ name: 'a\0b' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ name: 'a\udc00' }, 'name'],
    [{ ok: 'x', list: [{ deep: ['\0'] }] }, 'list'],
    [{ map: { '\0': 1 } }, 'map'],
    [{ '\0': 'x' }, 'body'],
    [{ count: 1, flag: true, none: null }, undefined],
    [{}, undefined],
  ])('%j is refused for %j', (values, field) => expect(unstorableField(values)).toBe(field))

  it('is refused exactly where its JSON would have to escape a NUL', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary-ascii' }),
          fc.jsonValue({ stringUnit: 'binary-ascii' }),
        ),
        (values) => {
          // A backslash of the text itself is written twice; without them an escape is an escape.
          const json = JSON.stringify(values).replaceAll('\\\\', '')
          expect(unstorableField(values) !== undefined).toBe(json.includes('\\u0000'))
        },
      ),
    )
  })

  it('reads a body that nests deeper than calls can', () => {
    let nested: unknown = '\0'
    for (let depth = 0; depth < 200_000; depth++) nested = [nested]
    expect(unstorableField({ nested })).toBe('nested')
  })

  it('takes every text of a keyboard', () => expect(isStorable('pa$$wörd 密码 كلمة')).toBe(true))
})

describe('Envelope: over the wire it is HTTP 400, never a fault of the gateway (wire 10)', () => {
  let gateway: TestGateway
  beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
  afterAll(() => gateway.stop())

  it.each(['a\0b@example.com', '\ud800@example.com'])(
    'answers 400 for a log-in in clear with %j',
    async (loginName) => {
      expect(await gateway.client().post('/v1/user/login', { loginName, pwd: 'x' })).toMatchObject({
        http: 400,
        code: '40010',
        data: { field: 'loginName' },
      })
    },
  )
  it('answers 400 for a query', async () => {
    expect(await gateway.client().get('/v1/dev/mailbox?to=a%00b@example.com')).toMatchObject({
      http: 400,
      code: '40010',
      data: { field: 'to' },
    })
  })
})
