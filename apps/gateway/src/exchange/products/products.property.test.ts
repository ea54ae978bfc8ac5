import { expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createBelow, createProductFlow, FLOW_START } from './testing/productFlow.ts'
import { createProductModel } from './testing/productModel.ts'

/** Of each night's run 10,000; here a sample of them. */
const HISTORIES = Number(process.env['PRODUCT_HISTORIES'] ?? 150)
const STEPS = 120

/** An exchange in which a flow can begin, and the next command of it. */
function openFlow(seed: number) {
  const exchange = createExchange(SPOT_SYMBOLS)
  for (const command of FLOW_START.commands)
    if ('refused' in exchange.execute(command)) throw new Error(`${command.kind} was refused`)
  return { exchange, next: createProductFlow(createBelow(seed), exchange.state) }
}

/** What the exchange has, without accounts that are empty. */
function balancesOf(state: ReturnType<typeof createExchange>['state']) {
  return new Map(
    [...state.accounts.all()]
      .filter(({ balance }) => balance !== 0n)
      .map(({ owner, balance }) => [owner, balance]),
  )
}

it('agrees with a second implementation (products 3, products 4, products 5)', () => {
  const kinds = new Map<string, [done: number, refused: number]>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const { exchange, next } = openFlow(seed)
    const model = createProductModel()
    for (const [owner, balance] of FLOW_START.balances) model.balances.set(owner, balance)
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      const isDone = !('refused' in exchange.execute(command))
      expect(isDone, `seed ${seed}, step ${step}: ${JSON.stringify(command)}`).toBe(
        model.run(command),
      )
      const counts = kinds.get(command.kind) ?? [0, 0]
      counts[isDone ? 0 : 1]++
      kinds.set(command.kind, counts)
    }
    for (const [owner, balance] of model.balances) if (balance === 0n) model.balances.delete(owner)
    expect(balancesOf(exchange.state), `seed ${seed}`).toEqual(model.balances)
  }
  // The sample reaches every command both ways, but for those that are never refused.
  for (const kind of ['redPacketCreate', 'redPacketClaim', 'earnSubscribe', 'earnRedeem', 'rebate'])
    expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(50)
  // The treasury has little: some of it is left for a while.
  expect(Math.min(...(kinds.get('earnFund') ?? [0])), 'earnFund').toBeGreaterThan(10)
})

it('continues exactly from a snapshot (products 3, products 4)', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const { exchange: whole, next } = openFlow(seed)
    let copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    for (let step = 0; step < 80; step++) {
      const command = next()
      expect(copy.execute(command)).toEqual(whole.execute(command))
      if (step % 20 === 0) copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    }
    expect(stateText(copy.state)).toBe(stateText(whole.state))
  }
})

it('leaves no trace in a state that never used it', () => {
  const { state } = createExchange(SPOT_SYMBOLS)
  expect(stateText(state)).not.toMatch(/products|packet|earn/)
})
