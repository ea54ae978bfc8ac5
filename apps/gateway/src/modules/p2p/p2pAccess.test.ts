import { api, type Endpoint } from '@x/api'
import { describe, expect, it } from 'vitest'
import { isProtected } from '../device/deviceGuard.ts'
import { STEP_UP_ACTIONS } from '../sessions/ports/StepUp.ts'

/** What products 2 and spec 7 say of each route: device token, step-up, encryption. */
const PROVED = [
  '/v1/p2p/advert/publish',
  '/v1/p2p/advert/edit',
  '/v1/p2p/payment/add',
  '/v1/p2p/payment/remove',
  '/v1/p2p/order/confirmPutCoin',
]
const WITH_DEVICE = [
  '/v1/p2p/advert/edit',
  '/v1/p2p/advert/publish',
  '/v1/p2p/order/confirmPutCoin',
  '/v1/p2p/payment/add',
]
const PUBLIC = ['/v1/p2p/public/config', '/v1/p2p/public/market']
const OPERATORS = ['/v1/ops/p2p/appeals', '/v1/ops/p2p/ruling']
const endpoints: readonly Endpoint[] = Object.values(api.p2p)
const pathsOf = (list: readonly Endpoint[]) => list.map(({ path }) => path).sort()

describe('the routes of P2P trading (products 2, spec 7.9)', () => {
  it('encrypt what carries a proof', () => {
    expect(pathsOf(endpoints.filter(({ encrypted }) => encrypted))).toEqual(PROVED.toSorted())
    for (const endpoint of endpoints)
      expect('verifyToken' in (endpoint.request?.properties ?? {})).toBe(
        PROVED.includes(endpoint.path),
      )
  })

  it('check the device token where the specification says', () => {
    expect(pathsOf(endpoints.filter(({ path }) => isProtected(path)))).toEqual(WITH_DEVICE)
  })

  it('are private but for the market', () => {
    expect(pathsOf(endpoints.filter(({ access }) => access === 'public'))).toEqual(PUBLIC)
  })

  it('belong to main accounts of the live realm', () => {
    for (const { path, realms, roles } of endpoints) {
      if (PUBLIC.includes(path) || OPERATORS.includes(path)) continue
      expect([path, realms, roles]).toEqual([path, ['live'], ['trader', 'agency']])
    }
  })

  it('sign every write with its body, every read without', () => {
    for (const { path, method, signing, access } of endpoints)
      expect([path, signing]).toEqual([
        path,
        access === 'public' ? 'none' : method === 'POST' ? '2' : '1',
      ])
  })

  it('name a step-up for each thing that is proved', () => {
    expect(STEP_UP_ACTIONS).toEqual(
      expect.arrayContaining(['p2pAdvert', 'p2pPayment', 'p2pRelease']),
    )
  })
})
