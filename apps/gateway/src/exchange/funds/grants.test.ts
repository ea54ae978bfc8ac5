import { describe, expect, it } from 'vitest'
import { ISSUANCE, spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { ASSET_SCALES, SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { GrantCommand } from '../state/command.ts'

function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const grant = (changes: Partial<GrantCommand> = {}) => {
    const outcome = exchange.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId: '1',
      key: 'welcome',
      funds: { USDT: '500', BTC: '3' },
      ...changes,
    })
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    return outcome.effects
  }
  const balance = (owner: string, asset = 'USDT', realm: 'live' | 'paper' = 'live') =>
    exchange.state.accounts.of(realm, owner, asset).balance
  return { exchange, grant, balance }
}

describe('a grant', () => {
  it('pays each asset out of the issuance account in one transaction', () => {
    const { grant, balance } = open()
    const { transactions } = grant()
    expect(transactions).toHaveLength(1)
    expect(transactions[0]).toMatchObject({ kind: 'grant', scope: 'grant', key: 'welcome' })
    expect(
      transactions[0]?.entries.map(({ debit, credit, amount }) => [
        debit.owner,
        credit.owner,
        credit.asset,
        amount,
      ]),
    ).toEqual([
      ['issuance', 'user:1', 'USDT', 500n],
      ['issuance', 'user:1', 'BTC', 3n],
    ])
    expect([balance(spotOwner('1')), balance(ISSUANCE)]).toEqual([500n, -500n])
  })

  it('happens once for a key, whatever it names', () => {
    const { grant, balance } = open()
    grant()
    expect(grant({ userId: '2', funds: { USDT: '9' } }).transactions).toEqual([])
    expect([balance(spotOwner('1')), balance(spotOwner('2'))]).toEqual([500n, 0n])
  })

  it('happens once in each realm', () => {
    const { grant, balance } = open()
    grant()
    grant({ realm: 'paper' })
    expect([balance(spotOwner('1')), balance(spotOwner('1'), 'USDT', 'paper')]).toEqual([
      500n,
      500n,
    ])
  })

  it('is refused whole below zero', () => {
    const { exchange, grant, balance } = open()
    expect(() => grant({ funds: { USDT: '-1' } })).toThrow(RangeError)
    expect(balance(spotOwner('1'))).toBe(0n)
    expect([...exchange.state.accounts.all()].every(({ balance: each }) => each === 0n)).toBe(true)
  })

  it('writes no entry for nothing, and uses its key', () => {
    const { grant, balance } = open()
    expect(grant({ funds: { USDT: '0' } }).transactions[0]?.entries).toEqual([])
    grant()
    expect(balance(spotOwner('1'))).toBe(0n)
  })
})

describe('the accounts of a new user', () => {
  const assetsOf = (assets?: readonly string[]) => {
    const { state, execute } = createExchange(SPOT_SYMBOLS)
    execute({ kind: 'open', at: 1, userId: '1', ...(assets ? { assets } : {}) })
    return state.accounts.ownedBy('live', spotOwner('1')).map(({ asset }) => asset)
  }

  it('are those of the assets that it names', () => {
    expect(assetsOf(['USDT', 'ETH'])).toEqual(['USDT', 'ETH'])
    expect(assetsOf([])).toEqual([])
  })

  it('are of an older journal those that there were then (CR0)', () => {
    expect(assetsOf()).toEqual([
      'USDT',
      'BTC',
      'ETH',
      'SOL',
      'XRP',
      'DOGE',
      'ADA',
      'LTC',
      'LINK',
      'SHIB',
    ])
    expect(assetsOf().filter((asset) => !Object.hasOwn(ASSET_SCALES, asset))).toEqual([])
  })

  it('are empty, in the live realm, and opened once', () => {
    const { state, execute } = createExchange(SPOT_SYMBOLS)
    const open = { kind: 'open', at: 1, userId: '1', assets: ['USDT'] } as const
    execute(open)
    state.accounts.of('live', spotOwner('1'), 'USDT').balance = 7n
    execute(open)
    expect([...state.accounts.all()]).toEqual([
      { realm: 'live', owner: 'user:1', asset: 'USDT', balance: 7n, held: 0n },
    ])
  })
})
