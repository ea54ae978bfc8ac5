import { expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createP2pFlow, P2P_FUNDS, P2P_USERS, p2pGrants } from './testing/p2pFlow.ts'
import { createP2pModel } from './testing/p2pModel.ts'
import { createBelow } from './testing/productFlow.ts'

/** Of each night's run 10,000; here a sample of them. */
const HISTORIES = Number(process.env['PRODUCT_HISTORIES'] ?? 150)
const STEPS = 200

function openFlow(seed: number) {
  const exchange = createExchange(SPOT_SYMBOLS)
  for (const grant of p2pGrants()) exchange.execute(grant)
  return { exchange, next: createP2pFlow(createBelow(seed), exchange.state) }
}

it('agrees with a second implementation to the atom (products 2)', () => {
  const counts = new Map<string, [done: number, refused: number]>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const { exchange, next } = openFlow(seed)
    const model = createP2pModel()
    for (const userId of P2P_USERS) model.balances.set(`user:${userId}`, P2P_FUNDS)
    model.balances.set('issuance', -P2P_FUNDS * BigInt(P2P_USERS.length))
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      const isDone = !('refused' in exchange.execute(command))
      expect(isDone, `seed ${seed}, step ${step}: ${JSON.stringify(command)}`).toBe(
        model.run(command),
      )
      const name = 'event' in command ? `${command.kind} ${command.event}` : command.kind
      const count = counts.get(name) ?? [0, 0]
      count[isDone ? 0 : 1]++
      counts.set(name, count)
    }
    const held = [...exchange.state.accounts.all()].filter(({ balance }) => balance !== 0n)
    const expected = [...model.balances].filter(([, balance]) => balance !== 0n)
    expect(new Map(held.map(({ owner, balance }) => [owner, balance])), `seed ${seed}`).toEqual(
      new Map(expected),
    )
  }
  // The sample reaches every command both ways.
  expect(counts.size).toBe(12)
  for (const [name, [done, refused]] of counts)
    expect(Math.min(done, refused), name).toBeGreaterThan(10)
})

it('has in escrow exactly what is offered and open (products 2)', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { exchange, next } = openFlow(seed)
    const { p2p, accounts } = exchange.state
    for (let step = 0; step < STEPS; step++) {
      exchange.execute(next())
      for (const { owner, balance } of accounts.all()) {
        if (!owner.startsWith('p2p:')) continue
        const advert = p2p.adverts.get(Number(owner.slice(4)))
        const open = [...p2p.orders.values()].filter(({ advertId }) => advertId === advert?.id)
        const offered = advert?.side === 'sell' ? advert.remaining : 0n
        expect(balance).toBe(open.reduce((sum, { atoms }) => sum + atoms, offered))
        expect(advert?.openOrders ?? 0).toBe(open.length)
      }
    }
  }
})

it('continues exactly from a snapshot (products 2)', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const { exchange: whole, next } = openFlow(seed)
    let copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    for (let step = 0; step < 120; step++) {
      const command = next()
      expect(copy.execute(command)).toEqual(whole.execute(command))
      if (step % 20 === 0) copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    }
    expect(stateText(copy.state)).toBe(stateText(whole.state))
  }
})

it('leaves no trace in a state that never used it (products 2)', () => {
  expect(stateText(createExchange(SPOT_SYMBOLS).state)).not.toMatch(/p2p/)
})
