import { createManualClock, createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import {
  commonHeaders,
  createRequestClient,
  createServerClock,
  RequestError,
  type RequestOptions,
  retry,
  wire,
} from '@x/request'
import { createInProcessTransport } from '@x/request/testing'
import { describe, expect, it } from 'vitest'
import { OTHER_ACCOUNT } from '../../lib/errors/serverText.ts'
import { OLD_SESSION, createSessionGuard } from './sessionGuard.ts'

/**
 * `whileSigning` runs what happens in the browser while the key is read and the signature
 * made.
 */
const setUp = ({
  cookie,
  screen,
  whileSigning = () => {},
}: {
  readonly cookie: string | undefined
  readonly screen: string | undefined
  readonly whileSigning?: (cookies: ReturnType<typeof createMemoryStorage>) => void
}) => {
  const cookies = createMemoryStorage(cookie === undefined ? {} : { x_uid: cookie, x_token: 't' })
  const sent: string[] = []
  const done = { signed: 0, noticed: 0 }
  const own = createSessionGuard({
    cookies,
    screenUser: () => screen,
    onOther: () => done.noticed++,
    text: () => 'somebody else',
    lateText: () => 'too late',
  })
  const client = createRequestClient({
    transport: createInProcessTransport(({ url }) => (sent.push(url), { body: {} })),
    clock: createManualClock(),
    random: createSeededRandom(1),
    logical: [
      commonHeaders({
        theme: () => 'dark',
        terminalCode: () => '',
        deviceLanguage: () => 'en',
        locale: () => 'en',
        languageTag: () => 'en',
        realm: () => 'live',
      }),
      own.logical,
    ],
    wire: [
      wire('signer', async (request, next) => {
        done.signed++
        await Promise.resolve()
        whileSigning(cookies)
        return next(request)
      }),
      own.wire,
    ],
  })
  const ask = (path: string, options: RequestOptions = {}) =>
    client.post(path, options).then(
      () => 'sent',
      (error: unknown) => (error as { code?: string }).code,
    )
  return { ask, sent, done, client }
}

describe('as whom a request goes out', () => {
  it.each([
    ['the user on screen', { cookie: '7', screen: '7' }, 'sent'],
    ['another user', { cookie: '8', screen: '7' }, OTHER_ACCOUNT],
    ['nobody, with a user on screen', { cookie: undefined, screen: '7' }, OTHER_ACCOUNT],
    ['a user, with a guest on screen', { cookie: '8', screen: undefined }, OTHER_ACCOUNT],
    ['nobody, with a guest on screen', { cookie: undefined, screen: undefined }, 'sent'],
  ])('%s', async (_, owner, outcome) => {
    const { ask, sent, done } = setUp(owner)
    expect(await ask('/v1/spot/order/place')).toBe(outcome)
    expect([sent.length, done.signed, done.noticed]).toEqual(
      outcome === 'sent' ? [1, 1, 0] : [0, 0, 1],
    )
  })
  it('blocks a request whose cookie changed while signing', async () => {
    const { ask, sent, done } = setUp({
      cookie: '7',
      screen: '7',
      whileSigning: (cookies) => cookies.set('x_uid', '8'),
    })
    expect(await ask('/v1/spot/order/place')).toBe(OTHER_ACCOUNT)
    expect([sent, done]).toEqual([[], { signed: 1, noticed: 1 }])
  })
  it.each([
    '/v1/user/overview/userinfo',
    '/v1/user/login',
    '/v1/user/register/email',
    '/v1/mix/config/gatewaySignConfig',
  ])('does not matter to %s', async (path) => {
    expect(await setUp({ cookie: '8', screen: '7' }).ask(path)).toBe('sent')
  })
  it('ignores the session for a request declared public', async () => {
    expect(
      await setUp({ cookie: '8', screen: '7' }).ask('/v1/spot/order/place', { access: 'public' }),
    ).toBe('sent')
  })
  it('reports path and trace id without the request data', async () => {
    const { client } = setUp({ cookie: '8', screen: '7' })
    const error: unknown = await client
      .post('/v1/spot/order/place', { data: { size: '0.123' } })
      .catch((failure: unknown) => failure)
    expect(error).toMatchObject({
      kind: 'business',
      message: 'somebody else',
      traceId: expect.stringMatching(/^w\d{13}/) as string,
      detail: { method: 'POST', path: '/v1/spot/order/place' },
    })
    expect(JSON.stringify(error)).not.toContain('0.123')
  })
})

describe('an attempt that is repeated after the user or the realm has changed', () => {
  interface Screen {
    user: string
    realm: 'live' | 'paper'
  }
  /** The first attempt is lost in the network; `meanwhile` is what happens before the next one. */
  const placeAgain = async (meanwhile: (screen: Screen) => void) => {
    const screen: Screen = { user: '7', realm: 'paper' }
    const cookies = createMemoryStorage({ x_uid: '7', x_token: 't' })
    const clock = createManualClock()
    const random = createSeededRandom(1)
    const sent: string[] = []
    let noticed = 0
    const own = createSessionGuard({
      cookies,
      screenUser: () => screen.user,
      onOther: () => noticed++,
      text: () => 'somebody else',
      lateText: () => 'too late',
    })
    const client = createRequestClient({
      transport: createInProcessTransport(({ headers }) => {
        sent.push(`${screen.user} ${headers['x-realm']}`)
        if (sent.length > 1) return { body: {} }
        meanwhile(screen)
        cookies.set('x_uid', screen.user)
        throw new RequestError('network')
      }),
      clock,
      random,
      logical: [
        retry({ clock, random, serverClock: createServerClock({ clock }) }),
        commonHeaders({
          theme: () => 'dark',
          terminalCode: () => '',
          deviceLanguage: () => 'en',
          locale: () => 'en',
          languageTag: () => 'en',
          realm: () => screen.realm,
        }),
        own.logical,
      ],
      wire: [own.wire],
    })
    const answer = client
      .post('/v1/spot/order/place', {
        data: { clientOid: 'w1' },
        idempotencyField: 'clientOid',
        retries: 1,
      })
      .then(
        () => 'sent',
        (error: unknown) => error,
      )
    await clock.advance(5_000)
    return { answer: await answer, sent, noticed }
  }
  it('is not repeated with the other realm’s funds; its outcome stays unknown', async () => {
    const { answer, sent, noticed } = await placeAgain((screen) => (screen.realm = 'live'))
    expect([sent, noticed]).toEqual([['7 paper'], 1])
    expect(answer).toMatchObject({ kind: 'network', code: OLD_SESSION, message: 'too late' })
  })
  it('is not sent as the other user', async () => {
    expect((await placeAgain((screen) => (screen.user = '8'))).sent).toEqual(['7 paper'])
  })
  it('is sent while both are the same', async () => {
    expect(await placeAgain(() => {})).toMatchObject({
      answer: 'sent',
      sent: ['7 paper', '7 paper'],
      noticed: 0,
    })
  })
})
