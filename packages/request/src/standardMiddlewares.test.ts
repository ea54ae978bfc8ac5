import { describe, expect, it } from 'vitest'
import { createFixture, ok, START, textOf } from './testing/createFixture.ts'

describe('standardMiddlewares', () => {
  it('returns the middlewares in this order (wire 1b)', () => {
    const { pipeline } = createFixture(() => ok(), {
      gatewaySign: {
        prepareBody: async ({ body }) => body,
        sign: async () => ({}),
        afterLogin: async () => {},
        withLoginLock: (_, run) => run(),
      },
      deviceTokens: { tokenFor: async () => undefined },
    })
    expect(pipeline.logical.map(({ name }) => name)).toEqual([
      'prefix',
      'present-errors',
      'parse',
      'trim',
      'dates',
      'dedupe',
      'retry',
      'device-token',
      'login-lock',
      'envelope',
      'after-login',
      'soft-codes',
      'session-expiry',
      'http-errors',
      'sign-verdict',
      'common-headers',
      'encryption',
      'common-parameters',
    ])
    expect(pipeline.wire.map(({ name }) => name)).toEqual(['sign', 'clock-sample'])
  })

  it('omits middlewares without a port', () => {
    const names = createFixture().pipeline.logical.map(({ name }) => name)
    expect(names).not.toEqual(expect.arrayContaining(['encryption']))
    expect(createFixture().pipeline.wire.map(({ name }) => name)).toEqual(['clock-sample'])
  })

  it('produces the text of worked example C (wire 2)', async () => {
    const { client, received } = createFixture()
    await client.post('/spot/order/place', {
      data: { symbol: 'BTCUSDT', side: 'buy', price: '90000.1', size: '0.01', note: 'é€' },
    })
    expect(textOf(received[0])).toBe(
      '{"symbol":"BTCUSDT","side":"buy","price":"90000.1","size":"0.01",' +
        `"note":"é€","languageType":0,"t":${START}}`,
    )
    expect(received[0]?.url).toBe('/v1/spot/order/place')
  })

  it('produces the target of worked example A (wire 2)', async () => {
    const { client, received } = createFixture()
    await client.get('/spot/public/symbols')
    expect(received[0]?.url).toBe(`/v1/spot/public/symbols?languageType=0&t=${START}`)
  })

  it('keeps `this` of the gateway signer', async () => {
    class Signer {
      bound = 0
      verdicts: string[] = []
      async prepareBody({ body }: { body: unknown }) {
        return body
      }
      async sign() {
        return { 'device-sign-key': String(this.bound) }
      }
      async afterLogin() {
        this.bound++
      }
      onVerdict(code: string) {
        this.verdicts.push(code)
      }
    }
    const gatewaySign = new Signer()
    const { client } = createFixture(() => ok(), { gatewaySign })
    await client.post('/user/login')
    expect(gatewaySign.bound).toBe(1)
  })
})
