import { createFlow } from '../../../testing/matchingCommandGenerator.ts'
import { CONTRACTS } from '../../instruments/contracts.ts'
import { magnitudeOf } from '../../instruments/contractTerms.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { HouseAccountRow } from '../../state/houseAccountRows.ts'
import {
  HOUSE_ID,
  legOf,
  openFuturesAccount,
  positionKey,
  type FuturesPosition,
} from '../../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../../state/state.ts'
import { crossOwner } from '../margin.ts'

/** The mark of every contract, in ticks. */
export const MANY_MARK = 300_000

export interface ManyPositions {
  readonly users: number
  /** Of each user, one a contract. */
  readonly positions: number
  /** So many users have less than their positions require. */
  readonly poor?: number
}

/**
 * Cross positions at the marks of very many users, written into an empty state: commands would take
 * minutes. The house account has the other side of all of them.
 */
export function openManyPositions(
  state: ExchangeState,
  { users, positions, poor = 0 }: ManyPositions,
): void {
  const next = createFlow(5)
  for (const { id } of CONTRACTS)
    state.futures.prices.set(id, { mark: MANY_MARK, index: MANY_MARK, at: 1, isFresh: true })
  for (let user = 0; user < users; user++)
    for (let at = 0; at < positions; at++) {
      const { id: symbol } = CONTRACTS[(user + at) % CONTRACTS.length]!
      const lots = (1 + Math.floor(next() * 50)) * (next() < 0.5 ? -1 : 1)
      // The first tier asks for 0.46 % and more.
      openOne(state, { userId: `u${user}`, symbol, lots, funds: user < poor ? 250n : 1n })
    }
}

/** Orders of the house account at both sides of the mark, for what the ladder closes. */
export const manyQuotes = (at: number): ExchangeCommand => ({
  kind: 'house',
  at,
  rows: CONTRACTS.flatMap(({ id }): HouseAccountRow[] => [
    [id, `b${id}`, 'blg', MANY_MARK - 1, 1_000_000],
    [id, `s${id}`, 'slg', MANY_MARK + 1, 1_000_000],
  ]),
})

/** A position and its margin, the value over `funds`; the house account has its opposite. */
function openOne(
  state: ExchangeState,
  {
    userId,
    symbol,
    lots,
    funds,
  }: {
    readonly userId: string
    readonly symbol: string
    readonly lots: number
    readonly funds: bigint
  },
): void {
  const { terms, instrument, engine } = contractOf(state, symbol)
  const leg = legOf({ userId, side: 'net' })
  const number = state.futures.legs.get(leg) ?? state.futures.legs.size + 1
  state.futures.legs.set(leg, number)
  engine.shift([
    [number, lots],
    [0, -lots],
  ])
  const value = magnitudeOf(terms, Math.abs(lots), MANY_MARK)
  const cost = lots < 0 !== terms.isInverse ? -value : value
  const of = (owner: string) => state.accounts.of('live', owner, instrument.marginAsset)
  of(crossOwner(userId)).balance += value / funds
  of('issuance').balance -= value / funds
  const account = openFuturesAccount(state.futures, { realm: 'live', userId })
  account.positions.set(
    positionKey(symbol, 'net'),
    newPosition(state, { userId, symbol, lots, cost }),
  )
  const house = openFuturesAccount(state.futures, { realm: 'live', userId: HOUSE_ID })
  const key = positionKey(symbol, 'net')
  const held = house.positions.get(key)
  if (!held) {
    const opposite = { userId: HOUSE_ID, symbol, lots: -lots, cost: -cost }
    return void house.positions.set(key, newPosition(state, opposite))
  }
  held.lots -= lots
  held.cost -= cost
}

const newPosition = (
  state: ExchangeState,
  terms: Pick<FuturesPosition, 'userId' | 'symbol' | 'lots' | 'cost'>,
): FuturesPosition => ({
  ...terms,
  id: (state.next.position = (state.next.position ?? 0) + 1),
  realm: 'live',
  side: 'net',
  settled: 0n,
  result: 0n,
  fees: 0n,
  funding: 0n,
  openedAt: 1,
  updatedAt: 1,
  openedLots: Math.abs(terms.lots),
  closedLots: 0,
  openedValue: terms.cost < 0n ? -terms.cost : terms.cost,
})
