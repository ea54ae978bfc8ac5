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
