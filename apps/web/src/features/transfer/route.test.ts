import { describe, expect, it } from 'vitest'
import type { TransferAccount } from '../../data/transfers/api.ts'
import { receiversOf, routeOf, sendersOf, withEnd } from './route.ts'

const account = (userId: string, changes: Partial<TransferAccount> = {}): TransferAccount => ({
  userId,
  isMain: false,
  label: userId,
  isFrozen: false,
  assets: [],
  ...changes,
})
const FAMILY = [account('main', { isMain: true, label: null }), account('one'), account('two')]
const ids = (accounts: readonly TransferAccount[]) => accounts.map(({ userId }) => userId)

describe('where funds may go', () => {
  it('a main account begins with itself and its first sub-account', () => {
    expect(routeOf(FAMILY, {})).toEqual({ from: 'main', to: 'one' })
    expect([ids(sendersOf(FAMILY)), ids(receiversOf(FAMILY, 'main'))]).toEqual([
      ['main', 'one', 'two'],
      ['one', 'two'],
    ])
  })

  it('keeps the requested route as long as it is possible', () => {
    expect(routeOf(FAMILY, { from: 'two', to: 'one' })).toEqual({ from: 'two', to: 'one' })
    expect(routeOf(FAMILY, { from: 'gone', to: 'two' })).toEqual({ from: 'main', to: 'two' })
    expect(routeOf(FAMILY, { from: 'one', to: 'one' })).toEqual({ from: 'one', to: 'main' })
  })

  it('a sub-account sends to its main account', () => {
    expect(routeOf([account('main', { isMain: true, assets: null }), account('one')], {})).toEqual({
      from: 'one',
      to: 'main',
    })
  })

  it('no frozen account sends or receives', () => {
    expect(
      routeOf([FAMILY[0]!, account('one', { isFrozen: true }), FAMILY[2]!], { to: 'one' }),
    ).toEqual({ from: 'main', to: 'two' })
    expect(routeOf([FAMILY[0]!, account('one', { isFrozen: true })], {})).toBeUndefined()
    expect(routeOf([], {})).toBeUndefined()
  })

  it('the other end of the route chosen as well turns it around', () => {
    const route = { from: 'main', to: 'one' }
    expect(withEnd(route, { from: 'two' })).toEqual({ from: 'two', to: 'one' })
    expect(withEnd(route, { from: 'one' })).toEqual({ from: 'one', to: 'main' })
    expect(withEnd(route, { to: 'main' })).toEqual({ from: 'one', to: 'main' })
    expect(withEnd(route, { from: 'one', to: 'main' })).toEqual({ from: 'one', to: 'main' })
  })
})
