import type { RequestInput } from '@x/request'
import { describe, expect, it } from 'vitest'
import { call } from './call.ts'

/** A client that records what it is asked to send. */
function recordingClient(answer: unknown) {
  const sent: RequestInput<never>[] = []
  return {
    sent,
    client: {
      request: async <T>(input: RequestInput<T>) => {
        sent.push(input as RequestInput<never>)
        return answer as T
      },
    },
  }
}

describe('call', () => {
  it('sends the method, path and parameters of the contract', async () => {
    const { sent, client } = recordingClient({ status: 'new' })
    const read = call(
      'POST /v1/user/qr/getQrKeyStatus',
      { serialNO: 's', token: 't' },
      { silent: true },
    )
    const { status } = await read(undefined, undefined, { client })
    expect(status).toBe('new')
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/v1/user/qr/getQrKeyStatus',
        data: { serialNO: 's', token: 't' },
        silent: true,
      },
    ])
  })

  it('sends no data to an endpoint without parameters', async () => {
    const { sent, client } = recordingClient(null)
    await call('POST /v1/user/qr/create', undefined)(undefined, undefined, { client })
    expect(sent).toEqual([{ method: 'POST', path: '/v1/user/qr/create' }])
  })

  it('does not compile with a parameter missing or of another type', () => {
    // @ts-expect-error the token is missing
    call('POST /v1/user/qr/getQrKeyStatus', { serialNO: 's' })
    // @ts-expect-error a symbol is a text
    call('GET /v1/spot/order/open', { symbol: 7 })
    // @ts-expect-error there is no such endpoint
    call('GET /v1/spot/order/nowhere', undefined)
    // @ts-expect-error parameters are required
    call('POST /v1/user/login', undefined)
  })
})
