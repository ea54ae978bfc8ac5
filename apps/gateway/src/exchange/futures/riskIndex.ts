import { mayGoNegative, parseOwner } from '../accounts/owner.ts'
import { openLots, waitsForTrigger } from '../state/futuresOrder.ts'
import { futuresAccountKey, HOUSE_ID, settingsOf } from '../state/futuresState.ts'
import type { Effects } from '../state/effects.ts'
import type { FuturesAccountView } from '../state/ExchangeView.ts'
import { magnitudeOf } from '../instruments/contractTerms.ts'
import { dueGroups } from './liquidation.ts'
import {
  crossOwner,
  isolatedOwner,
  markOf,
  type MarginGroup,
  type MarginMarket,
  type MarginState,
} from './margin.ts'

/**
 * Finds the wallets that are due without looking at every position exactly: all of them stand in
 * columns of doubles, which overestimate what is required. Only who fails there is computed exactly
 * (futures 13).
 */
export interface RiskIndex {
  /** Takes over what a command changed. */
  update(effects: Effects): void
  /** The groups that are due at the marks of the state, in the order of the ladder. */
  due(): MarginGroup[]
}

/** Doubles carry 53 bits, and a group adds up some numbers: far less than this part is lost. */
const LOST = 1e-9
/** Atoms by which every group may be wrong besides. */
const ATOMS = 16

/** A symbol's terms as doubles. */
interface SymbolColumns {
  readonly market: MarginMarket
  readonly upTo: Float64Array
  /** Maintenance and taker rate, as a fraction. */
  readonly rates: Float64Array
  readonly cums: Float64Array
}

/** One wallet's positions and orders: rows `from` to `to` of the columns, or none. */
interface Wallet {
  readonly account: FuturesAccountView
}

class Columns {
  readonly wallets: Wallet[] = []
  balance = new Float64Array(1024)
  /** The first row of a wallet, and how many it may have. */
  first = new Int32Array(1024)
  count = new Int32Array(1024)
  capacity = new Int32Array(1024)
  lots = new Float64Array(4096)
  basis = new Float64Array(4096)
  orders = new Float64Array(4096)
  sellLots = new Float64Array(4096)
  symbol = new Uint16Array(4096)
  used = 0

  addWallet(wallet: Wallet): number {
    const at = this.wallets.push(wallet) - 1
    if (at === this.balance.length) {
      this.balance = grown(this.balance, Float64Array)
      this.first = grown(this.first, Int32Array)
      this.count = grown(this.count, Int32Array)
      this.capacity = grown(this.capacity, Int32Array)
    }
    return at
  }

  /** Rows for a wallet: those it has, or new ones at the end where they are too few. */
  reserve(wallet: number, count: number): number {
    this.count[wallet] = count
    if (count > this.capacity[wallet]!) {
      this.first[wallet] = this.used
      this.capacity[wallet] = count
      this.used += count
      while (this.used > this.lots.length) {
        this.lots = grown(this.lots, Float64Array)
        this.basis = grown(this.basis, Float64Array)
        this.orders = grown(this.orders, Float64Array)
        this.sellLots = grown(this.sellLots, Float64Array)
        this.symbol = grown(this.symbol, Uint16Array)
      }
    }
    return this.first[wallet]!
  }
}

function grown<T extends Float64Array | Int32Array | Uint16Array>(
  from: T,
  Type: new (length: number) => T,
): T {
  const into = new Type(from.length * 2)
  into.set(from)
  return into
}

interface Row {
  readonly symbol: number
  lots: number
  basis: number
  /** Orders at their limits, in atoms, and the lots of those that sell. */
  orders: number
  sellLots: number
}

export function createRiskIndex(state: MarginState): RiskIndex {
  const symbols: SymbolColumns[] = []
  const numbers = new Map<string, number>()
  for (const [id, market] of state.markets)
    if (market.product === 'futures') {
      numbers.set(id, symbols.length)
      symbols.push(symbolColumns(market))
    }
  const columns = new Columns()
  const places = new Map<string, number>()
  const known = new Map<string, Set<string>>()
  const perLot = new Float64Array(symbols.length)
  /** Accounts that have changed since they were last read: a funding changes each several times. */
  const changed = new Set<string>()

  /** The rows of an account, by wallet. */
  function rowsOf(account: FuturesAccountView): Map<string, { asset: string; rows: Row[] }> {
    const wallets = new Map<string, { asset: string; rows: Row[] }>()
    const rowOf = (symbol: string, owner: string, asset: string): Row => {
      const key = `${account.realm} ${owner} ${asset}`
      const wallet = wallets.get(key) ?? { asset, rows: [] }
      wallets.set(key, wallet)
      const row: Row = {
        symbol: numbers.get(symbol) ?? 0,
        lots: 0,
        basis: 0,
        orders: 0,
        sellLots: 0,
      }
      wallet.rows.push(row)
      return row
    }
    const crossRows = new Map<string, Row>()
    const crossRow = (symbol: string): Row => {
      const asset = symbols[numbers.get(symbol) ?? 0]?.market.instrument.marginAsset ?? ''
      const row = rowOf(symbol, crossOwner(account.userId), asset)
      crossRows.set(symbol, row)
      return row
    }
    for (const position of account.positions.values()) {
      const { symbol, lots, cost, settled } = position
      const isCross = settingsOf(account, symbol).marginMode === 'cross'
      const owner = isCross ? crossOwner(account.userId) : isolatedOwner(position)
      const asset = symbols[numbers.get(symbol) ?? 0]?.market.instrument.marginAsset ?? ''
      const row = rowOf(symbol, owner, asset)
      row.lots = lots
      row.basis = Number(cost + settled)
      const larger = crossRows.get(symbol)
      if (isCross && (!larger || Math.abs(lots) > Math.abs(larger.lots))) crossRows.set(symbol, row)
    }
    for (const order of account.orders) {
      if (order.reduceOnly || waitsForTrigger(order)) continue
      const { symbol, side } = order
      if (settingsOf(account, symbol).marginMode === 'isolated') continue
      const { market } = symbols[numbers.get(symbol) ?? 0]!
      // With the larger leg, at whose tier orders are charged.
      const row = crossRows.get(symbol) ?? crossRow(symbol)
      row.orders += Number(magnitudeOf(market.terms, openLots(order), order.ticks))
      // At the mark where that is more: of an inverse contract both sides are.
      if (side === 'sell' || market.terms.isInverse) row.sellLots += openLots(order)
    }
    return wallets
  }

  function refresh(account: FuturesAccountView): void {
    if (account.userId === HOUSE_ID) return
    const name = futuresAccountKey(account.realm, account.userId)
    const before = known.get(name) ?? new Set()
    known.set(name, before)
    const wallets = rowsOf(account)
    for (const key of before) if (!wallets.has(key)) columns.count[places.get(key)!] = 0
    for (const [key, { asset, rows }] of wallets) {
      let place = places.get(key)
      if (place === undefined) {
        place = columns.addWallet({ account })
        places.set(key, place)
        before.add(key)
      }
      const owner = key.slice(account.realm.length + 1, -asset.length - 1)
      columns.balance[place] = Number(state.accounts.spendable(account.realm, owner, asset))
      const first = columns.reserve(place, rows.length)
      rows.forEach((row, at) => {
        columns.lots[first + at] = row.lots
        columns.basis[first + at] = row.basis
        columns.orders[first + at] = row.orders
        columns.sellLots[first + at] = row.sellLots
        columns.symbol[first + at] = row.symbol
      })
    }
  }

  /** Whether the doubles leave it open that a wallet is due. */
  function mayBeDue(wallet: number): boolean {
    const { lots, basis, orders, sellLots, symbol } = columns
    const first = columns.first[wallet]!
    const end = first + columns.count[wallet]!
    let equity = columns.balance[wallet]!
    let required = 0
    let size = Math.abs(equity)
    for (let row = first; row < end; row++) {
      const at = symbol[row]!
      const price = perLot[at]!
      // Of an inverse contract the value per lot is below zero.
      const value = lots[row]! * price
      const notional = value < 0 ? -value : value
      equity += value - basis[row]!
      const { upTo, rates, cums } = symbols[at]!
      let tier = 0
      while (tier < upTo.length - 1 && notional > upTo[tier]!) tier++
      const order = sellLots[row]! * price
      const exposure = notional + orders[row]! + (order < 0 ? -order : order)
      required += rates[tier]! * exposure - cums[tier]!
      size += notional + exposure
    }
    return equity <= required + size * LOST + ATOMS
  }

  for (const account of state.futures.accounts.values()) refresh(account)

  return {
    update({ accounts, futures }) {
      for (const { owner, realm } of accounts) {
        if (mayGoNegative(owner)) continue
        const parsed = parseOwner(owner)
        if (parsed.kind === 'user' && parsed.type === 'futures')
          changed.add(futuresAccountKey(realm, parsed.userId))
      }
      for (const list of [futures?.orders, futures?.positions, futures?.accounts])
        for (const { realm, userId } of list ?? []) changed.add(futuresAccountKey(realm, userId))
    },
    due() {
      for (const key of changed) {
        const account = state.futures.accounts.get(key)
        if (account) refresh(account)
      }
      changed.clear()
      symbols.forEach(({ market: { terms, instrument } }, at) => {
        const mark = markOf(state, instrument.id)
        const { unit, isInverse } = terms
        perLot[at] = mark === 0 ? 0 : isInverse ? -Number(unit) / mark : Number(unit) * mark
      })
      const found = new Set<FuturesAccountView>()
      for (let wallet = 0; wallet < columns.wallets.length; wallet++)
        if (columns.count[wallet]! > 0 && mayBeDue(wallet))
          found.add(columns.wallets[wallet]!.account)
      return found.size === 0 ? [] : dueGroups(state, found)
    },
  }
}

function symbolColumns(market: MarginMarket): SymbolColumns {
  const { tiers, takerPpm } = market.terms
  return {
    market,
    upTo: Float64Array.from(tiers, ({ upTo }) => Number(upTo)),
    rates: Float64Array.from(
      tiers,
      ({ maintenancePpm }) => Number(maintenancePpm + takerPpm) / 1e6,
    ),
    cums: Float64Array.from(tiers, ({ cum }) => Number(cum)),
  }
}
