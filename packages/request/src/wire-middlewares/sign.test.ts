import { describe, expect, it, vi } from 'vitest'
import type { GatewaySignPort } from '../ports.ts'
import { createFixture, ok, rejectionOf, START, textOf } from '../testing/createFixture.ts'

function signer(
  sign: GatewaySignPort['sign'] = async () => ({ 'device-sign': 'c2ln', 'device-sign-mode': '2' }),
) {
  return {
    prepareBody: vi.fn<GatewaySignPort['prepareBody']>(async ({ body }) => body),
    sign: vi.fn(sign),
  }
}

describe('sign middleware', () => {
  it('passes path, stamp and exact body text to the signer (wire 2)', async () => {
    const gatewaySign = signer()
    const { client, received } = createFixture(() => ok(), { gatewaySign })
    await client.post('/a b/ü', { data: { note: 'é€' }, query: { q: '1' } })
    expect(gatewaySign.sign).toHaveBeenCalledExactlyOnceWith({
      method: 'POST',
      path: '/v1/a%20b/%C3%BC',
      tm: String(START),
      traceId: received[0]?.headers['trace-id'],
      body: textOf(received[0]),
    })
    expect(received[0]?.url).toBe('/v1/a%20b/%C3%BC?q=1')
  })

  it("adds the signer's headers (wire 1)", async () => {
    const { client, received } = createFixture(() => ok(), { gatewaySign: signer() })
    await client.get('/x')
    expect(received[0]?.headers).toMatchObject({ 'device-sign': 'c2ln', 'device-sign-mode': '2' })
  })

  it("passes '' for no body and null for binary bodies (wire 2)", async () => {
    const gatewaySign = signer()
    const { client } = createFixture(() => ok(), { gatewaySign })
    await client.get('/x')
    await client.upload('/y', { data: new FormData() })
    await client.post('/z', { data: new Blob(['x']) })
    expect(gatewaySign.sign.mock.calls.map(([{ body }]) => body)).toEqual(['', null, null])
  })

  it('skips bare requests', async () => {
    const gatewaySign = signer()
    const { client } = createFixture(() => ok(), { gatewaySign })
    await client.post('/x', { bare: true })
    expect(gatewaySign.sign).not.toHaveBeenCalled()
    expect(gatewaySign.prepareBody).not.toHaveBeenCalled()
  })

  it('does not send without a key, shows one toast and logs out (wire 8)', async () => {
    const cause = Object.assign(new Error('no bound key'), { code: 'NO_BOUND_KEY' })
    const { client, received, presented } = createFixture(() => ok(), {
      gatewaySign: signer(async () => Promise.reject(cause)),
    })
    const error = await rejectionOf(client.post('/x'))
    expect(error).toMatchObject({
      kind: 'gateway-sign',
      code: 'NO_BOUND_KEY',
      cause,
      toasted: true,
    })
    expect(received).toHaveLength(0)
    expect(
      presented.map((item) =>
        item.kind === 'toast' ? item.text : item.kind === 'logout' ? item.reason : item.kind,
      ),
    ).toEqual(['Login expired, please log in again', 'key-missing'])
  })

  it('does not send an unsignable body and does not log out (wire 2)', async () => {
    const cause = Object.assign(new Error('a form has no text'), { code: 'UNSIGNABLE_BODY' })
    const { client, received, presented } = createFixture(() => ok(), {
      gatewaySign: signer(async () => Promise.reject(cause)),
    })
    await expect(client.upload('/x', { data: {} })).rejects.toMatchObject({
      kind: 'gateway-sign',
      code: 'UNSIGNABLE_BODY',
      message: 'The system is busy',
    })
    expect(received).toHaveLength(0)
    expect(presented).toEqual([
      expect.objectContaining({ kind: 'toast', text: 'The system is busy' }),
    ])
  })
})
