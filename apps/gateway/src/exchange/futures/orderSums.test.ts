import { expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { CONTRACTS } from '../instruments/contracts.ts'
import { contractTerms, type ContractTerms } from '../instruments/contractTerms.ts'
import { MAX_LOTS, MAX_TICKS } from '../matching/command.ts'
import type { FuturesOrder } from '../state/futuresOrder.ts'
import { addToSums, sumExactly, sumOrders } from './orderSums.ts'

const CASES = CONTRACTS.map((contract) => ({ symbol: contract.id, terms: contractTerms(contract) }))
const SIDES = ['net', 'long', 'short'] as const

/** Orders of sizes and prices up to so much; some ask for no margin. */
function randomOrders(
  next: () => number,
  { symbol, lots, ticks }: { readonly symbol: string; readonly lots: number; ticks: number },
): FuturesOrder[] {
  const upTo = (most: number): number => 1 + Math.floor(next() * most)
  return Array.from({ length: upTo(40) }, (_, at) => {
    const size = upTo(lots)
    return {
      product: 'futures',
      id: at,
      realm: 'live',
      userId: '7',
      clientOid: `c${at}`,
      symbol: next() < 0.1 ? 'other' : symbol,
      side: next() < 0.5 ? 'buy' : 'sell',
      positionSide: SIDES[upTo(3) - 1]!,
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: upTo(ticks),
      lots: size,
      filledLots: next() < 0.3 ? Math.floor(next() * size) : 0,
      reduceOnly: next() < 0.1,
      ...(next() < 0.1 ? { triggers: [] } : {}),
      makerPpm: 200,
      takerPpm: [600, 400, 333, 0][upTo(4) - 1]!,
      createdAt: 1,
      updatedAt: 1,
      season: 0,
      queueAhead: 0,
      status: 'open',
      filledTickLots: 0n,
      fee: 0n,
      result: 0n,
    }
  })
}

/** From sizes of every day to those at which a double is no longer exact. */
const SIZES = [
  { lots: 1, ticks: 1 },
  { lots: 1_000, ticks: 1_000_000 },
  { lots: 1_000_000, ticks: 10_000_000 },
  { lots: MAX_LOTS, ticks: MAX_TICKS },
]

it('sums orders as numbers to the same atoms as exactly (futures 3)', () => {
  const next = createFlow(77)
  for (const { symbol, terms } of CASES)
    for (const size of SIZES)
      for (let round = 0; round < 25; round++) {
        const orders = randomOrders(next, { symbol, ...size })
        const mark = round === 0 ? 0 : 1 + Math.floor(next() * size.ticks)
        const context = { symbol, terms, mark }
        expect(sumOrders(orders, context)).toEqual(sumExactly(orders, context))
      }
})

it('counts sells at the mark and rounds each fee up (futures 3)', () => {
  const terms: ContractTerms = { ...CASES[0]!.terms, isInverse: false, unit: 3n }
  const [order] = randomOrders(createFlow(1), { symbol: 'a', lots: 1, ticks: 1 })
  const plain = {
    symbol: 'a',
    reduceOnly: false,
    triggers: undefined,
    positionSide: 'net',
  } as const
  const of = (side: 'buy' | 'sell', ticks: number): FuturesOrder => {
    const { triggers: _, ...fields } = { ...order!, ...plain, side, ticks }
    return { ...fields, lots: 5, filledLots: 1, takerPpm: 600 }
  }
  const sums = sumOrders([of('buy', 12), of('sell', 8)], { symbol: 'a', terms, mark: 10 })
  expect(sums.legs.net).toEqual({ buys: 4n * 12n * 3n, sells: 4n * 10n * 3n })
  // Each would lose two ticks of four lots at once, and pays a fee of less than an atom.
  expect(sums).toMatchObject({ openLoss: 2n * 4n * 2n * 3n, fees: 2n })
})

it('adds a draft to the orders that stand (futures 4)', () => {
  const { symbol, terms } = CASES[0]!
  const context = { symbol, terms, mark: 900 }
  const [order] = randomOrders(createFlow(3), { symbol, lots: 9, ticks: 1_000 })
  const sent = { ...order!, symbol, reduceOnly: false, lots: 4, filledLots: 0, ticks: 1_000 }
  const { triggers: _, ...plain } = sent
  const sums = sumOrders([], context)
  addToSums(sums, { ...plain, value: 4_000n * terms.unit }, context)
  expect(sums).toEqual(sumExactly([plain], context))
})
