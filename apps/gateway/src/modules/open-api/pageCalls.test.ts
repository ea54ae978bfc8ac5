import { api } from '@x/api'
import { describe, expect, it } from 'vitest'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { createPageCalls } from './pageCalls.ts'

const session = {
  sessionId: 's',
  userId: '7',
  realm: 'live',
  roles: ['trader'],
  keyId: 'api-key:k',
} as const
const ADDRESS = '192.0.2.7'

/** Two endpoints of the page, and what they were asked. */
function open(limits: Partial<Pick<RouteSpec, 'realms' | 'roles'>> = {}) {
  const asked: GatewayRequest[] = []
  const handler = async (request: GatewayRequest) => {
    asked.push(request)
    return { items: [] }
  }
  const routes = [api.transfers.history, api.transfers.transfer].map(
    (endpoint) => ({ endpoint, handler, ...limits }) as unknown as RouteSpec,
  )
  return { asked, page: createPageCalls([{ routes }]) }
}
const codeOf = async (run: () => Promise<unknown>) => {
  try {
    await run()
    return undefined
  } catch (error) {
    return error instanceof GatewayError ? error.code : error
  }
}

describe('calls of the page for the holder of a key', () => {
  it('has parameters in the query of a read', async () => {
    const { page, asked } = open()
    await page(api.transfers.history, { session, address: ADDRESS, params: { limit: '5' } })
    expect(asked).toMatchObject([
      { query: { limit: '5' }, body: {}, session, address: ADDRESS, signKeyId: 'api-key:k' },
    ])
  })

  it('has parameters in the body of a write', async () => {
    const { page, asked } = open()
    const params = { fromUserId: '7', toUserId: '8', asset: 'BTC', amount: '1', clientOid: 'x' }
    await page(api.transfers.transfer, { session, address: ADDRESS, params })
    expect(asked).toMatchObject([{ query: {}, body: params }])
  })

  it('answers what the endpoint does', async () => {
    const { page } = open()
    const call = { session, address: ADDRESS, params: {} }
    expect(await page(api.transfers.history, call)).toEqual({ items: [] })
  })

  it.each([
    ['another realm', { realms: ['paper'] }, '40301'],
    ['its own realm', { realms: ['live'] }, undefined],
    ['another role', { roles: ['sub-account'] }, '40301'],
    ['one of its roles', { roles: ['sub-account', 'trader'] }, undefined],
  ] as const)('keeps to what an endpoint allows: %s', async (_what, limits, code) => {
    const { page, asked } = open(limits as unknown as Parameters<typeof open>[0])
    const call = { session, address: ADDRESS, params: {} }
    expect(await codeOf(() => page(api.transfers.history, call))).toBe(code)
    expect(asked).toHaveLength(code === undefined ? 1 : 0)
  })

  it('refuses an endpoint that no module has', async () => {
    const { page } = open()
    await expect(
      page(api.margin.accounts, { session, address: ADDRESS, params: {} }),
    ).rejects.toThrow(RangeError)
  })
})
