import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import type { IsolatedMarginCommand } from '../state/futuresCommand.ts'
import { timelessText } from '../../testing/stateText.ts'
import { ladderPass } from './liquidation.ts'
import { isolatedOwner } from './margin.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, createFuturesFixture, FUTURES_INSTRUMENTS, USDT } from './testing/futuresFixture.ts'

const ann = { realm: 'live', userId: 'ann' } as const

/** Ann is long 1 BTC at 60,000 with a margin of 3,000 and 7,000 USDT beside it. */
function openIsolated() {
  const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000 } })
  fixture.send({ kind: 'futuresMarginMode', ...ann, symbol: BTC, marginMode: 'isolated' })
  fixture.quote('sell', 600_000, 1_000)
  fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
  const change = (atoms: bigint, names: Pick<IsolatedMarginCommand, 'clientOid' | 'digest'> = {}) =>
    fixture.send({
      kind: 'futuresMargin',
      ...ann,
      symbol: BTC,
      side: 'net',
      atoms: String(atoms),
      ...names,
    })
  const margin = () =>
    fixture.state.accounts.spendable(
      'live',
      isolatedOwner({ userId: 'ann', symbol: BTC, side: 'net' }),
      'USDT',
    )
  return { ...fixture, change, margin }
}

describe('changes of an isolated margin', () => {
  it('moves once for a key, whichever way (futures 8)', () => {
    const { change, margin, latest, state } = openIsolated()
    const key = { clientOid: 'k', digest: 'd' }
    expect(change(100n * USDT, key)).toBe('0')
    expect(margin()).toBe(3_100n * USDT)
    expect(latest.effects?.futures?.moves).toMatchObject([
      { from: 'futures', to: `futures/${BTC}/net`, amount: 100n * USDT, clientOid: 'k' },
    ])
    expect(change(100n * USDT, key)).toBe('key-used')
    expect(change(-50n * USDT, key)).toBe('key-used')
    expect(change(-50n * USDT, { ...key, clientOid: 'back' })).toBe('0')
    expect(latest.effects?.futures?.moves).toMatchObject([
      { from: `futures/${BTC}/net`, to: 'futures', amount: 50n * USDT, clientOid: 'back' },
    ])
    expect(margin()).toBe(3_050n * USDT)
    expect(checkFuturesInvariants(state)).toEqual([])
  })

  it('shares its keys with moves between wallets (futures 8)', () => {
    const { change, send } = openIsolated()
    const names = { asset: 'USDT', clientOid: 'shared', digest: 'd' }
    const move = { from: 'futures', to: 'spot', atoms: '1', ...names } as const
    expect(send({ kind: 'walletMove', ...ann, ...move })).toBe('0')
    expect(change(100n * USDT, { clientOid: 'shared', digest: 'd' })).toBe('key-used')
  })

  it('leaves no key where it was refused (futures 8)', () => {
    const { change, margin, state } = openIsolated()
    const key = { clientOid: 'k', digest: 'd' }
    expect(change(90_000n * USDT, key)).toBe('margin-needed')
    expect(change(-90_000n * USDT, key)).toBe('margin-needed')
    expect(change(0n, key)).toBe('orders-or-positions')
    expect(change(1n * USDT, key)).toBe('0')
    expect(margin()).toBe(3_001n * USDT)
    expect(checkFuturesInvariants(state)).toEqual([])
  })

  it('takes nothing back at a mark that is stale (futures 5)', () => {
    const { change, send, prices } = openIsolated()
    change(100n * USDT)
    send({ kind: 'prices', rows: [[BTC, 0, 0]] })
    expect(change(-50n * USDT)).toBe('no-mark')
    expect(change(50n * USDT)).toBe('0')
    prices(600_000)
    expect(change(-50n * USDT)).toBe('0')
  })

  it('moves each time without a key, as journals from before say (futures 8)', () => {
    const { change, margin, latest } = openIsolated()
    for (let time = 0; time < 2; time++) expect(change(10n * USDT)).toBe('0')
    expect(margin()).toBe(3_020n * USDT)
    expect(latest.effects?.futures?.moves ?? []).toEqual([])
  })

  it('comes to the same state in a replay of the same commands (futures F11)', () => {
    const run = () => {
      const fixture = openIsolated()
      fixture.change(100n * USDT, { clientOid: 'a', digest: 'd' })
      fixture.change(-20n * USDT, { clientOid: 'b', digest: 'd' })
      return timelessText(fixture.state)
    }
    expect(run()).toBe(run())
    expect(run()).not.toBe(timelessText(createExchange(FUTURES_INSTRUMENTS).state))
  })
})

describe('automatic margin of an isolated position', () => {
  const turnOn = {
    kind: 'futuresAutoMargin',
    ...ann,
    symbol: BTC,
    side: 'net',
    isOn: true,
  } as const

  /** One pass of the ladder; its steps. */
  function climb({ state, send }: ReturnType<typeof openIsolated>): string[] {
    const steps: string[] = []
    for (const command of ladderPass(state, { at: 9_000 })) {
      expect(send(command)).toBe('0')
      steps.push(command.step)
    }
    return steps
  }

  it('saves the position before anything of it is closed (futures 6)', () => {
    const fixture = openIsolated()
    const { state, send, prices, margin, wallet, position } = fixture
    expect(send(turnOn)).toBe('0')
    const before = wallet('ann')
    // Equity 100 of 269.76: it is drawn up to 337.20, five quarters of that.
    prices(571_000)
    expect(climb(fixture)).toEqual(['margin'])
    expect(margin()).toBe(323_720_000_000n)
    expect(before - wallet('ann')).toBe(23_720_000_000n)
    expect(position('ann')?.lots).toBe(1_000)
    expect(climb(fixture)).toEqual([])
    expect(checkFuturesInvariants(state)).toEqual([])
  })

  it('draws nothing that would not save the position (futures 6)', () => {
    const fixture = openIsolated()
    const { send, prices, margin, position } = fixture
    send(turnOn)
    const atoms = String(6_900n * USDT)
    const out = {
      from: 'futures',
      to: 'spot',
      asset: 'USDT',
      clientOid: 'out',
      digest: 'd',
    } as const
    expect(send({ kind: 'walletMove', ...ann, ...out, atoms })).toBe('0')
    prices(571_000)
    expect(margin()).toBe(3_000n * USDT)
    expect(climb(fixture)).toEqual(['reduce'])
    expect(position('ann')?.lots).toBe(1_000)
  })

  it('draws only from who is due and wishes it (futures 6, futures F8)', () => {
    const { send, prices, margin, wallet } = openIsolated()
    const owner = isolatedOwner({ userId: 'ann', symbol: BTC, side: 'net' })
    const step = {
      kind: 'liquidate',
      ...ann,
      wallet: owner,
      asset: 'USDT',
      step: 'margin',
    } as const
    const before = wallet('ann')
    expect(send({ ...turnOn, isOn: false })).toBe('0')
    prices(571_000)
    expect(send(step)).toBe('margin-needed')
    prices(600_000)
    send(turnOn)
    expect(send(step)).toBe('not-due')
    expect([margin(), wallet('ann')]).toEqual([3_000n * USDT, before])
  })
})

describe('an order that closes an isolated position and may open', () => {
  const isStrict = true
  const book = { timeInForce: 'ioc', isStrict } as const
  const market = { ...book, orderType: 'market', ticks: 1 } as const

  /** Ann is long 1 BTC at 60,000 with a margin of 600, and has the rest of her funds beside it. */
  function openThin(funds: number) {
    const fixture = createFuturesFixture({ funds: { ann: funds, bob: 100_000 } })
    const { send, quote, place } = fixture
    send({ kind: 'futuresMarginMode', ...ann, symbol: BTC, marginMode: 'isolated' })
    send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'net', leverage: 100 })
    quote('sell', 600_000, 1_000)
    place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    const houseBalance = () => fixture.state.accounts.spendable('live', 'house', 'USDT')
    const margin = () =>
      fixture.state.accounts.spendable(
        'live',
        isolatedOwner({ userId: 'ann', symbol: BTC, side: 'net' }),
        'USDT',
      )
    return { ...fixture, houseBalance, margin }
  }

  it('closes no worse than at bankruptcy, which others would pay (futures 4)', () => {
    const { place, quote, position, houseBalance, state } = openThin(100_000)
    const before = houseBalance()
    quote('buy', 590_000, 1_000)
    const limit = { lots: 1_000, ticks: 590_000 }
    expect(place('ann', 'sell', { ...limit, ...book })).toBe('beyond-bankruptcy')
    expect(place('ann', 'sell', { ...limit, isStrict })).toBe('beyond-bankruptcy')
    expect(place('ann', 'sell', { ...market, lots: 1_000 })).toBe('cancelled')
    expect(place('ann', 'sell', { ...market, lots: 2_000 })).toBe('cancelled')
    expect(position('ann')?.lots).toBe(1_000)
    quote('buy', 595_000, 400)
    expect(place('ann', 'sell', { ...market, lots: 2_000 })).toBe('cancelled')
    expect(position('ann')?.lots).toBe(600)
    expect(houseBalance()).toBe(before + 200n * USDT)
    expect(checkFuturesInvariants(state)).toEqual([])
  })

  it('closes past bankruptcy in journals from before (futures 4)', () => {
    const { place, position, houseBalance } = openThin(100_000)
    const before = houseBalance()
    place('bob', 'buy', { lots: 1_000, ticks: 590_000 })
    expect(place('ann', 'sell', { lots: 1_000, ticks: 590_000, timeInForce: 'ioc' })).toBe('filled')
    expect(position('ann')).toBeUndefined()
    // She lost 1,000 to bob and had a margin of 600.
    expect(houseBalance()).toBe(before - 400n * USDT)
  })

  it('is bound so once its trigger is reached, and amended (futures 4)', () => {
    const { place, quote, position, orders, send } = openThin(100_000)
    const stop = {
      kind: 'stop',
      by: 'mark',
      rises: false,
      ticks: 599_000,
      limit: 0,
      bound: 0,
      callback: 0,
      extreme: 0,
    } as const
    expect(
      place('ann', 'sell', { lots: 1_000, ticks: 1, orderType: 'stop_market', triggers: [stop] }),
    ).toBe('waiting')
    quote('buy', 590_000, 2_000)
    const [order] = orders('ann')
    send({ kind: 'futuresFire', orderId: order!.id, which: 0, ticks: 1, isStrict })
    expect(position('ann')?.lots).toBe(1_000)
    expect(place('ann', 'sell', { lots: 1_000, ticks: 610_000 })).toBe('open')
    const [resting] = orders('ann')
    const change = { orderId: resting!.id, ticks: 590_000, lots: 1_000 } as const
    expect(send({ kind: 'futuresAmend', ...change, isStrict })).toBe('beyond-bankruptcy')
    expect(position('ann')?.lots).toBe(1_000)
  })

  it('opens the other way with the whole margin or not at all (futures 2)', () => {
    const poor = openThin(800)
    const turn = { ...book, lots: 2_000, ticks: 597_000 } as const
    poor.prices(597_000)
    poor.quote('buy', 597_000, 2_000)
    // 164 beside a position worth 300: 71.64 of fees leave 392.36, and it takes 597.
    expect(poor.place('ann', 'sell', turn)).toBe('balance')
    expect(poor.place('ann', 'sell', { ...turn, lots: 3_000 })).toBe('balance')
    expect(poor.place('ann', 'sell', { ...turn, lots: 1_500 })).toBe('filled')
    expect(poor.position('ann')?.lots).toBe(-500)
    expect(poor.margin()).toBe(29_850_000_000n)
    const rich = openThin(1_100)
    rich.prices(597_000)
    rich.quote('buy', 597_000, 2_000)
    expect(rich.place('ann', 'sell', turn)).toBe('filled')
    expect(rich.margin()).toBe(59_700_000_000n)
    expect(checkFuturesInvariants(rich.state)).toEqual([])
  })

  it('has of each leg the leverage that its own tier allows (futures 3)', () => {
    const { send, place, quote, position } = createFuturesFixture({ funds: { ann: 2_000_000 } })
    send({ kind: 'futuresPositionMode', ...ann, mode: 'two_way' })
    send({ kind: 'futuresMarginMode', ...ann, symbol: BTC, marginMode: 'isolated' })
    send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'long', leverage: 20 })
    send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'short', leverage: 100 })
    quote('sell', 600_000, 250_000)
    const long = { positionSide: 'long', lots: 250_000, ticks: 600_000, isStrict } as const
    expect(place('ann', 'buy', long)).toBe('filled')
    quote('buy', 600_000, 400_000)
    const short = { positionSide: 'short', ticks: 600_000, isStrict } as const
    // 11.4 million are of the tier of 50 times, however much the other leg has.
    expect(place('ann', 'sell', { ...short, lots: 190_000 })).toBe('position-limit')
    expect(place('ann', 'sell', { ...short, lots: 9_000 })).toBe('filled')
    expect(position('ann', BTC, 'short')?.lots).toBe(-9_000)
  })
})
