import { describe, expect, it } from 'vitest'
import { listEndpoints } from './contract.ts'
import {
  allowsSubAccount,
  hasSubAccountRow,
  subAccountNeed,
  type SubAccountNeed,
} from './subAccountRights.ts'

const calls = listEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => access === 'private')
const may = (need: SubAccountNeed, rights: 'full' | 'trade' | 'view', mayUseKeys = true) =>
  allowsSubAccount(need, { rights, mayUseKeys })

describe('the rights of sub-accounts (products 7)', () => {
  it('name what each private write needs (products 7)', () => {
    expect(
      calls.filter((call) => call.method === 'POST' && !hasSubAccountRow(call)).map((c) => c.path),
    ).toEqual([])
  })

  it('refuse a write that the table does not name (products 7)', () => {
    expect(subAccountNeed({ method: 'POST', path: '/v1/new/thing' })).toBe('main')
  })

  it.each([
    ['view', [true, true, true]],
    ['trade', [false, true, true]],
    ['full', [false, false, true]],
    ['keys', [false, false, true]],
    ['main', [false, false, false]],
  ] as const)('follow the table for a call that needs %s (products 7)', (need, expected) => {
    expect((['view', 'trade', 'full'] as const).map((rights) => may(need, rights))).toEqual(
      expected,
    )
  })

  it('give API keys to nobody whose owner forbids them (products 7)', () => {
    expect(may('keys', 'full', false)).toBe(false)
  })

  it.each([
    ['/v1/spot/order/place', 'trade'],
    ['/v1/futures/order/place', 'trade'],
    ['/v1/asset/transfer', 'full'],
    ['/v1/spot/withdraw/apply', 'main'],
    ['/v1/p2p/order/create', 'main'],
    ['/v1/redpacket/create', 'main'],
    ['/v1/earn/subscribe', 'main'],
    ['/v1/user/sub-account/freeze', 'main'],
    ['/v1/user/api/create', 'keys'],
    ['/v1/user/sub-account/switchWeb', 'view'],
  ])('ask %s for %s (products 7)', (path, need) => {
    expect(subAccountNeed({ method: 'POST', path })).toBe(need)
  })

  it('let a trading sub-account have no deposit address (products 7)', () => {
    expect(subAccountNeed({ method: 'GET', path: '/v1/asset/deposit/address' })).toBe('full')
  })
})
