/**
 * A second exchange of perpetual contracts, written from the rules of futures 1 to 6 and slow on
 * purpose: plain maps, plain lists, whole-number fractions rounded where a rule says so. It has no
 * code in common with the first one. One-way positions with cross margin, in the live realm.
 */

/** What the rules of a contract say, in atoms, lots and ticks. */
interface Contract {
  readonly asset: string
  /** Linear: atoms per lot and tick; inverse: atoms of a lot at a price of one tick. */
  readonly unit: bigint
  readonly inverse?: true
  /** Atoms up to which a tier goes, its maintenance rate in millionths, its highest leverage. */
  readonly tiers: readonly (readonly [upTo: bigint, maintenance: bigint, leverage: bigint])[]
  readonly least: bigint
}

const COIN = 100_000_000n
const usd = (thousands: bigint) => thousands * 1_000n * COIN
const LINEAR = [
  [usd(50n), 4_000n, 125n],
  [usd(600n), 5_000n, 100n],
  [usd(3_000n), 6_500n, 75n],
  [usd(12_000n), 10_000n, 50n],
] as const
const CONTRACTS: Readonly<Record<string, Contract>> = {
  'usdt/BTCUSDT': {
    asset: 'USDT',
    unit: 10_000n,
    tiers: [...LINEAR, [usd(70_000n), 20_000n, 25n], [usd(100_000n), 25_000n, 20n]],
    least: 5n * COIN,
  },
  'usdt/ETHUSDT': {
    asset: 'USDT',
    unit: 1_000n,
    tiers: [...LINEAR, [usd(50_000n), 20_000n, 25n], [usd(65_000n), 25_000n, 20n]],
    least: 5n * COIN,
  },
  'coin/BTCUSD': {
    asset: 'BTC',
    inverse: true,
    unit: 100n * 10n * COIN,
    tiers: [
      [5n * COIN, 4_000n, 125n],
      [10n * COIN, 5_000n, 100n],
      [50n * COIN, 6_500n, 75n],
      [200n * COIN, 10_000n, 50n],
      [1_000n * COIN, 20_000n, 25n],
      [1_500n * COIN, 25_000n, 20n],
    ],
    least: 5_000n,
  },
}
/** Taker rate, liquidation fee and price band of all of them, in millionths. */
const [TAKER, PENALTY, BAND, WHOLE] = [600n, 600n, 50_000n, 1_000_000n]
const HOUSE = ''

const up = (top: bigint, bottom: bigint): bigint => -down(-top, bottom)
const down = (top: bigint, bottom: bigint): bigint => {
  const cut = top / bottom
  return cut * bottom !== top && top < 0n !== bottom < 0n ? cut - 1n : cut
}
const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
const size = (value: bigint): bigint => (value < 0n ? -value : value)
const min = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
const max = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))

export interface NaivePosition {
  readonly user: string
  readonly symbol: string
  lots: bigint
  cost: bigint
  settled: bigint
  fees: bigint
  funding: bigint
}

/** An order of a user, or of the house account, whose user is the empty text. */
export interface NaiveOrder {
  readonly name: string
  readonly user: string
  readonly symbol: string
  readonly buys: boolean
  readonly ticks: bigint
  left: bigint
}

export interface NaiveRequest extends Omit<NaiveOrder, 'left'> {
  readonly lots: bigint
  readonly market?: boolean
  readonly immediate?: boolean
  readonly reduceOnly?: boolean
  readonly maker: bigint
  readonly taker: bigint
}

interface Rates {
  readonly maker: bigint
  readonly taker: bigint
}

export class NaiveFutures {
  readonly balances = new Map<string, bigint>()
  readonly positions = new Map<string, NaivePosition>()
  readonly marks = new Map<string, { mark: bigint; fresh: boolean }>()
  /** Resting orders in order of arrival. */
  readonly book: NaiveOrder[] = []
  readonly leverage = new Map<string, bigint>()
  readonly #rates = new Map<NaiveOrder, Rates>()
  readonly #fund = new Map<string, { high: bigint; paid: Map<string, bigint> }>()

  balance = (owner: string, asset: string): bigint => this.balances.get(`${owner} ${asset}`) ?? 0n
  wallet = (user: string, asset: string): bigint => this.balance(walletName(user), asset)

  #pay(from: string, to: string, [asset, amount]: readonly [string, bigint]): void {
    this.balances.set(`${from} ${asset}`, this.balance(from, asset) - amount)
    this.balances.set(`${to} ${asset}`, this.balance(to, asset) + amount)
  }

  issue(owner: string, asset: string, amount: bigint): void {
    this.#pay('issuance', owner, [asset, amount])
  }

  // Values (futures 2, futures 3)

  #magnitude(symbol: string, lots: bigint, ticks: bigint): bigint {
    const { unit, inverse } = of(symbol)
    if (inverse) return ticks === 0n ? 0n : up(lots * unit, ticks)
    return lots * ticks * unit
  }

  #value(symbol: string, lots: bigint, ticks: bigint): bigint {
    const amount = this.#magnitude(symbol, size(lots), ticks)
    return lots < 0n === (of(symbol).inverse === true) ? amount : -amount
  }

  #mark = (symbol: string): bigint => this.marks.get(symbol)?.mark ?? 0n

  #profit({ symbol, lots, cost, settled }: NaivePosition): bigint {
    const mark = this.#mark(symbol)
    return mark === 0n ? 0n : this.#value(symbol, lots, mark) - cost - settled
  }

  #held = (user: string, asset: string): NaivePosition[] =>
    [...this.positions.values()].filter(
      (each) => each.user === user && of(each.symbol).asset === asset,
    )

  equity = (user: string, asset: string): bigint =>
    this.#held(user, asset).reduce(
      (sum, each) => sum + this.#profit(each),
      this.wallet(user, asset),
    )

  /** Exposure, open loss and fees of a symbol, with an order that is only thought of. */
  #risk(user: string, symbol: string, thought?: Thought) {
    const mark = this.#mark(symbol)
    const { inverse } = of(symbol)
    const lots = this.positions.get(`${user} ${symbol}`)?.lots ?? 0n
    const notional = this.#magnitude(symbol, size(lots), mark)
    let [bought, sold, loss, fees] = [0n, 0n, 0n, 0n]
    const add = ({ buys, lots: count, value, taker }: Thought): void => {
      const now = this.#magnitude(symbol, count, mark)
      if (buys) bought += inverse ? max(value, now) : value
      else sold += max(value, now)
      loss += positive(buys === (inverse === true) ? now - value : value - now)
      fees += up(value * taker, WHOLE)
    }
    for (const order of this.book)
      if (order.user === user && order.symbol === symbol)
        add({
          buys: order.buys,
          lots: order.left,
          value: this.#magnitude(symbol, order.left, order.ticks),
          taker: this.#rates.get(order)?.taker ?? 0n,
        })
    if (thought) add(thought)
    const signed = lots < 0n ? -notional : notional
    return { notional, exposure: max(size(signed + bought), size(signed - sold)), loss, fees }
  }

  /** (mm + f)(M·P + T) − cum, in millionths of an atom. */
  #asked(symbol: string, notional: bigint, exposure: bigint): bigint {
    if (exposure === 0n) return 0n
    const { tiers, inverse } = of(symbol)
    const [, rate] = tierAt(symbol, notional)
    let cum = 0n
    let from = 0n
    let before = tiers[0]?.[1] ?? 0n
    // The amounts that make the requirement continuous over the tiers.
    for (const [upTo, each] of tiers) {
      cum += from * (each - before)
      if (each === rate) break
      from = upTo
      before = each
    }
    return (rate + TAKER) * (inverse ? notional : exposure) - cum
  }

  #symbols(user: string, asset: string, more?: string): string[] {
    const symbols = [
      ...this.#held(user, asset).map(({ symbol }) => symbol),
      ...this.book.filter((each) => each.user === user).map(({ symbol }) => symbol),
      ...(more === undefined ? [] : [more]),
    ]
    return [...new Set(symbols)].filter((symbol) => of(symbol).asset === asset)
  }

  requirement(user: string, asset: string, thought?: Thought & { readonly symbol: string }) {
    let sum = 0n
    for (const symbol of this.#symbols(user, asset, thought?.symbol)) {
      const own = thought?.symbol === symbol ? thought : undefined
      const { notional, exposure } = this.#risk(user, symbol, own)
      sum += this.#asked(symbol, notional, exposure)
    }
    return up(sum, WHOLE)
  }

  isDue = (user: string, asset: string): boolean =>
    user !== HOUSE &&
    this.#held(user, asset).length > 0 &&
    this.equity(user, asset) <= this.requirement(user, asset)

  /** Who is due at fresh marks, the worst first (futures 6). */
  due(): string[] {
    const groups = new Set(
      [...this.positions.values()].map(({ user, symbol }) => `${user} ${of(symbol).asset}`),
    )
    return [...groups]
      .map((name) => {
        const [user = '', asset = ''] = name.split(' ')
        const fresh = this.#held(user, asset).every((each) => this.marks.get(each.symbol)?.fresh)
        const equity = this.equity(user, asset)
        return { name, user, asset, fresh, equity, requirement: this.requirement(user, asset) }
      })
      .filter(({ user, asset, fresh }) => fresh && this.isDue(user, asset))
      .toSorted((a, b) => {
        const [one, other] = [a.equity * b.requirement, b.equity * a.requirement]
        return one === other ? (a.name < b.name ? -1 : 1) : one < other ? -1 : 1
      })
      .map(({ name }) => name)
  }

  // Money (futures 2, settling)

  /** Makes the wallet have an amount as far as own profits go; says how much of it there is. */
  #draw(user: string, asset: string, amount: bigint): bigint {
    if (user === HOUSE) return amount
    const profits = this.#held(user, asset)
      .map((position) => ({ position, profit: this.#profit(position) }))
      .filter(({ profit }) => profit > 0n)
      .toSorted((a, b) =>
        a.profit === b.profit
          ? a.position.symbol < b.position.symbol
            ? -1
            : 1
          : a.profit > b.profit
            ? -1
            : 1,
      )
    for (const { position, profit } of profits) {
      const part = min(profit, positive(amount - this.wallet(user, asset)))
      this.#pay(`clearing ${position.symbol}`, walletName(user), [asset, part])
      position.settled += part
    }
    return positive(min(amount, this.wallet(user, asset)))
  }

  /** Pays all of an amount: the wallet, its profits, the fund, and last the house account. */
  #payAll(user: string, to: string, { symbol, amount }: Owed): void {
    const { asset } = of(symbol)
    const own = this.#draw(user, asset, amount)
    this.#pay(walletName(user), to, [asset, own])
    const fund = min(amount - own, positive(this.balance('fund', asset)))
    if (fund > 0n) {
      const { paid } = this.#fundOf(asset)
      paid.set(symbol, (paid.get(symbol) ?? 0n) + fund)
    }
    this.#pay('fund', to, [asset, fund])
    this.#pay('house', to, [asset, amount - own - fund])
  }

  #fundOf(asset: string) {
    const known = this.#fund.get(asset) ?? { high: 0n, paid: new Map<string, bigint>() }
    this.#fund.set(asset, known)
    known.high = max(known.high, this.balance('fund', asset))
    return known
  }

  /** Thirty per cent of its high for one symbol, and never more than there is. */
  #fundBudget(symbol: string): bigint {
    const { asset } = of(symbol)
    const { high, paid } = this.#fundOf(asset)
    return positive(
      min((high * 30n) / 100n - (paid.get(symbol) ?? 0n), this.balance('fund', asset)),
    )
  }

  // Trades (futures 2)

  #trade(order: Omit<NaiveOrder, 'name' | 'left'>, side: TradeSide): void {
    const { user, symbol, buys } = order
    const { asset } = of(symbol)
    const key = `${user} ${symbol}`
    const before = this.positions.get(key)
    const { lots, ticks, rate, liquidation } = side
    const against = before !== undefined && before.lots > 0n !== buys
    const closing = against ? min(lots, size(before.lots)) : 0n
    const value = this.#magnitude(symbol, lots, ticks)
    const closed = closing === lots ? value : this.#magnitude(symbol, closing, ticks)
    const fee = up(value * rate, WHOLE)
    const closingFee = closing === lots ? fee : up(closed * rate, WHOLE)
    if (before && closing > 0n)
      this.#close(before, { lots: closing, value: closed, fee: closingFee, liquidation })
    if (closing === lots) return
    const position = this.positions.get(key) ?? {
      user,
      symbol,
      lots: 0n,
      cost: 0n,
      settled: 0n,
      fees: 0n,
      funding: 0n,
    }
    this.positions.set(key, position)
    const opened = lots - closing
    position.lots += buys ? opened : -opened
    const worth = value - closed
    position.cost += buys === (of(symbol).inverse !== true) ? worth : -worth
    this.#charge(position, this.#draw(user, asset, fee - closingFee))
  }

  #charge(position: NaivePosition, amount: bigint): void {
    position.fees += amount
    this.#pay(walletName(position.user), 'fees', [of(position.symbol).asset, amount])
  }

  #close(
    position: NaivePosition,
    { lots, value, fee, liquidation }: Record<'lots' | 'value' | 'fee', bigint> & Liquidated,
  ): void {
    const { user, symbol } = position
    const { asset, inverse } = of(symbol)
    const whole = size(position.lots)
    const long = position.lots > 0n
    const penalty = liquidation ? this.#penalty(position, { lots, value, fee }) : 0n
    const share = up((position.cost + position.settled) * lots, whole)
    const cost = up(position.cost * lots, whole)
    const result = (long === (inverse !== true) ? value : -value) - share
    position.lots -= long ? lots : -lots
    position.cost -= cost
    position.settled -= share - cost
    const clearing = `clearing ${symbol}`
    if (result >= 0n) this.#pay(clearing, walletName(user), [asset, result])
    else this.#payAll(user, clearing, { symbol, amount: -result })
    if (liquidation) {
      position.fees += fee
      this.#payAll(user, 'fees', { symbol, amount: fee })
    } else this.#charge(position, this.#draw(user, asset, fee))
    const taken = this.#draw(user, asset, penalty)
    position.fees += taken
    this.#pay(walletName(user), 'fund', [asset, taken])
    if (position.lots === 0n) this.positions.delete(`${user} ${symbol}`)
  }

  /** l, of what a fill was better than bankruptcy. */
  #penalty(
    position: NaivePosition,
    { lots, value, fee }: Record<'lots' | 'value' | 'fee', bigint>,
  ): bigint {
    const { user, symbol } = position
    const { asset, inverse } = of(symbol)
    const all = this.#held(user, asset).reduce((sum, each) => sum + this.#own(each), 0n)
    const part = down(
      this.equity(user, asset) * this.#own(position) * lots,
      all * size(position.lots),
    )
    const atMark = this.#magnitude(symbol, lots, this.#mark(symbol))
    const better = position.lots > 0n === (inverse !== true) ? value - atMark : atMark - value
    return positive(min(up(value * PENALTY, WHOLE), part + better - fee))
  }

  #own({ symbol, lots }: NaivePosition): bigint {
    const notional = this.#magnitude(symbol, size(lots), this.#mark(symbol))
    return this.#asked(symbol, notional, notional)
  }

  // The book

  #opposite({ symbol, buys, ticks }: Pick<NaiveOrder, 'symbol' | 'buys' | 'ticks'>): NaiveOrder[] {
    return this.book
      .filter((each) => each.symbol === symbol && each.buys !== buys)
      .filter((each) => (buys ? each.ticks <= ticks : each.ticks >= ticks))
      .toSorted((a, b) => Number(buys ? a.ticks - b.ticks : b.ticks - a.ticks))
  }

  /** Trades what can be traded; answers the lots that are left. */
  #match(order: Omit<NaiveRequest, 'maker'>, liquidation = false): bigint {
    let left = order.lots
    for (const other of this.#opposite(order)) {
      const lots = min(left, other.left)
      if (lots === 0n) break
      // Self-trade prevention: what is left of the arriving order goes.
      if (other.user === order.user) return 0n
      const { ticks } = other
      if (other.user !== HOUSE || order.user !== HOUSE) {
        const maker = this.#rates.get(other)?.maker ?? 0n
        this.#trade(other, { lots, ticks, rate: maker, liquidation: false })
        this.#trade(order, { lots, ticks, rate: order.taker, liquidation })
      }
      left -= lots
      other.left -= lots
      if (other.left === 0n) this.cancel(other.name)
    }
    return left
  }

  cancel(name: string): void {
    const at = this.book.findIndex((each) => each.name === name)
    if (at >= 0) this.book.splice(at, 1)
  }

  /** An order of the house account, which asks for nothing. */
  quote(order: Omit<NaiveOrder, 'user'>): void {
    const request = { ...order, user: HOUSE, lots: order.left, taker: 0n }
    const left = this.#match(request)
    if (left > 0n) this.book.push({ ...order, user: HOUSE, left })
  }

  /** Whether the order is accepted (futures 4). */
  place(order: NaiveRequest): boolean {
    const { symbol, user, buys, lots, market, immediate, maker, taker } = order
    const { asset } = of(symbol)
    const mark = this.#mark(symbol)
    const band = this.#bandOf(symbol, buys)
    if (mark === 0n) return false
    if (!market && (buys ? order.ticks > band : order.ticks < band)) return false
    const least = this.#magnitude(symbol, lots, market ? mark : order.ticks)
    if (!order.reduceOnly && least < of(symbol).least) return false
    if (this.isDue(user, asset)) return false
    const nearest = buys ? min : max
    const ticks = market ? nearest(order.ticks, band) : order.ticks
    if (order.reduceOnly) return this.#reduce({ ...order, ticks })
    if (!this.#mayOpen({ ...order, ticks })) return false
    const left = this.#match({ ...order, ticks })
    if (left === 0n || market || immediate) return true
    const resting = { name: order.name, user, symbol, buys, ticks, left }
    this.book.push(resting)
    this.#rates.set(resting, { maker, taker })
    return true
  }

  #bandOf(symbol: string, buys: boolean): bigint {
    const mark = this.#mark(symbol)
    return buys ? down(mark * (WHOLE + BAND), WHOLE) : up(mark * (WHOLE - BAND), WHOLE)
  }

  /** A close at the market, never worse than the bankruptcy price. */
  #reduce(order: NaiveRequest): boolean {
    const { user, symbol, buys } = order
    const position = this.positions.get(`${user} ${symbol}`)
    if (!position || position.lots > 0n === buys) return false
    const bankrupt = this.#bankruptcy(position)
    const bound = buys ? (bankrupt ?? order.ticks) : max(1n, bankrupt ?? 1n)
    const ticks = buys ? min(order.ticks, bound) : max(order.ticks, bound)
    this.#match({ ...order, ticks, lots: min(order.lots, size(position.lots)) })
    return true
  }

  #mayOpen(order: NaiveRequest): boolean {
    const { user, symbol, taker, buys } = order
    const { asset, tiers } = of(symbol)
    if (!this.marks.get(symbol)?.fresh) return false
    const thought = { symbol, buys, taker, ...this.#thought(order) }
    const before = this.#risk(user, symbol)
    const after = this.#risk(user, symbol, thought)
    const [, , most] = tierAt(symbol, after.exposure)
    const limit = tiers.at(-1)?.[0] ?? 0n
    if (after.exposure > before.exposure)
      if (after.exposure > limit || this.#leverageOf(user, symbol) > most) return false
    let reserved = 0n
    for (const each of this.#symbols(user, asset, symbol)) {
      const own = this.#risk(user, each, each === symbol ? thought : undefined)
      reserved += up(own.exposure, this.#leverageOf(user, each)) + own.loss + own.fees
    }
    const equity = this.equity(user, asset)
    const cost = after.loss - before.loss + up(thought.value * taker, WHOLE)
    return equity >= reserved && equity - cost > this.requirement(user, asset, thought)
  }

  #leverageOf = (user: string, symbol: string): bigint =>
    this.leverage.get(`${user} ${symbol}`) ?? 20n

  /** At a limit all of the order; at the market what the book would give. */
  #thought(order: NaiveRequest): { readonly lots: bigint; readonly value: bigint } {
    const { symbol, lots, ticks, buys, market } = order
    if (!market) return { lots, value: this.#magnitude(symbol, lots, ticks) }
    let found = 0n
    let value = 0n
    for (const other of this.#opposite(order)) {
      if (other.user === order.user) break
      const part = min(lots - found, other.left)
      found += part
      value += this.#magnitude(symbol, part, other.ticks)
    }
    if (!of(symbol).inverse) return { lots: found, value }
    // The worst price for whom the coin is owed by.
    const [best] = this.#opposite({ symbol, buys, ticks: buys ? 2n ** 40n : 0n })
    const worst = buys ? (best?.ticks ?? ticks) : ticks
    return { lots: found, value: this.#magnitude(symbol, found, worst) }
  }

  // Prices, funding and transfers (futures 5, futures 8)

  setPrice(symbol: string, mark: bigint): void {
    const before = this.marks.get(symbol)
    if (mark > 0n) this.marks.set(symbol, { mark, fresh: true })
    else if (before) this.marks.set(symbol, { ...before, fresh: false })
  }

  fund(symbol: string, { rate, mark }: { readonly rate: bigint; readonly mark: bigint }): void {
    const { asset, inverse } = of(symbol)
    for (const position of this.positions.values()) {
      if (position.symbol !== symbol) continue
      const owed = this.#value(symbol, position.lots, mark) * (inverse ? -rate : rate)
      const amount = owed > 0n ? up(owed, 100_000_000n) : down(-owed, 100_000_000n)
      position.funding += owed > 0n ? amount : -amount
      if (owed > 0n) this.#payAll(position.user, 'fees', { symbol, amount })
      else this.#pay('fees', walletName(position.user), [asset, amount])
    }
  }

  /** Whether funds may go between the spot and the futures wallet. */
  move(user: string, { asset, amount, out }: { asset: string; amount: bigint; out: boolean }) {
    const assets = ['USDT', 'BTC']
    if (out && assets.some((each) => this.isDue(user, each))) return false
    const from = out ? walletName(user) : `spot ${user}`
    const most = out ? this.#mayLeave(user, asset) : this.balance(from, asset)
    if (amount > most) return false
    this.#pay(from, out ? `spot ${user}` : walletName(user), [asset, amount])
    return true
  }

  /** Unrealised profit never leaves. */
  #mayLeave(user: string, asset: string): bigint {
    let free = this.wallet(user, asset)
    for (const position of this.#held(user, asset)) free += min(0n, this.#profit(position))
    for (const symbol of this.#symbols(user, asset)) {
      const { exposure, loss, fees } = this.#risk(user, symbol)
      free -= up(exposure, this.#leverageOf(user, symbol)) + loss + fees
    }
    return positive(min(free, this.wallet(user, asset)))
  }

  // Liquidation (futures 6)

  /** Towards the mark; `undefined`: none. */
  #bankruptcy(position: NaivePosition): bigint | undefined {
    const { user, symbol, lots } = position
    const { asset, inverse, unit } = of(symbol)
    const sign = lots > 0n ? 1n : -1n
    const all = this.#held(user, asset).reduce((sum, each) => sum + this.#own(each), 0n)
    const equity = this.equity(user, asset)
    const worth = this.#magnitude(symbol, size(lots), this.#mark(symbol))
    const part = sign * equity * this.#own(position)
    const round = sign > 0n === equity >= 0n ? up : down
    if (inverse) {
      const bottom = (worth * all + part) * WHOLE
      return bottom <= 0n
        ? undefined
        : round(size(lots) * unit * (WHOLE + sign * TAKER) * all, bottom)
    }
    const top = (worth * all - part) * WHOLE
    return top <= 0n ? 0n : round(top, size(lots) * unit * (WHOLE - sign * TAKER) * all)
  }

  #largest(user: string, asset: string): NaivePosition {
    const [first] = this.#held(user, asset).toSorted((a, b) => {
      const [one, other] = [this.#own(a), this.#own(b)]
      return one === other ? (a.symbol < b.symbol ? -1 : 1) : one > other ? -1 : 1
    })
    if (!first) throw new Error(`${user} has nothing to liquidate`)
    return first
  }

  /** One step of the ladder of a wallet that is due; `false` where the rules forbid it. */
  liquidate(user: string, { asset, step }: { asset: string; step: string }): boolean {
    if (!this.isDue(user, asset)) return false
    const orders = this.book.filter((each) => each.user === user && of(each.symbol).asset === asset)
    if (step === 'cancel') for (const { name } of orders) this.cancel(name)
    if (step === 'cancel') return orders.length > 0
    if (orders.length > 0 || step === 'net') return false
    const position = this.#largest(user, asset)
    if (step === 'reduce') this.#slice(position)
    else if (this.equity(user, asset) > 0n) return false
    else this.#deleverage(position)
    return true
  }

  /** One lot more after the other, until there are enough. */
  #slice(position: NaivePosition): void {
    const { user, symbol } = position
    const { asset } = of(symbol)
    const equity = this.equity(user, asset)
    const requirement = this.requirement(user, asset)
    const all = size(position.lots)
    const sells = position.lots > 0n
    const mark = this.#mark(symbol)
    let lots = all
    if (equity * 3n > requirement * 2n)
      for (lots = 1n; lots < all; lots++) {
        const gone = this.#magnitude(symbol, lots, mark)
        const left = equity - up(gone * TAKER, WHOLE) - up(gone * PENALTY, WHOLE)
        if (left * 4n >= this.#requirementWithout(position, lots) * 5n) break
      }
    const band = this.#bandOf(symbol, !sells)
    const bound = equity > 0n ? (this.#bankruptcy(position) ?? band) : band
    const ticks = sells ? max(1n, band, bound) : min(band, bound)
    const order = { name: 'slice', user, symbol, buys: !sells, ticks, taker: TAKER }
    if (equity <= 0n) lots = this.#payable({ ...order, lots }, position)
    if (lots > 0n) this.#match({ ...order, lots }, true)
  }

  #requirementWithout(position: NaivePosition, lots: bigint): bigint {
    const { lots: before } = position
    position.lots -= before > 0n ? lots : -lots
    const left = this.requirement(position.user, of(position.symbol).asset)
    position.lots = before
    return left
  }

  /** The most lots, found by halving, whose shortage the fund may pay. */
  #payable(order: Omit<NaiveRequest, 'maker'>, position: NaivePosition): bigint {
    const budget = this.#fundBudget(order.symbol)
    const isPayable = (lots: bigint): boolean => {
      let [found, worth] = [0n, 0n]
      for (const other of this.#opposite(order)) {
        const part = min(lots - found, other.left)
        found += part
        worth += part * other.ticks
      }
      if (found === 0n) return true
      const average = order.buys ? up(worth, found) : worth / found
      return this.#shortage(position, { lots: found, ticks: average }) <= budget
    }
    if (isPayable(order.lots)) return order.lots
    let [good, bad] = [0n, order.lots]
    while (bad - good > 1n) {
      const middle = (good + bad) / 2n
      if (isPayable(middle)) good = middle
      else bad = middle
    }
    return good
  }

  #shortage(position: NaivePosition, { lots, ticks }: { lots: bigint; ticks: bigint }): bigint {
    const { user, symbol, cost, settled } = position
    const { asset } = of(symbol)
    const share = up((cost + settled) * lots, size(position.lots))
    const fee = up(this.#magnitude(symbol, lots, ticks) * TAKER, WHOLE)
    const result = this.#value(symbol, position.lots > 0n ? lots : -lots, ticks) - share
    const profits = this.#held(user, asset)
      .filter((each) => each !== position)
      .reduce((sum, each) => sum + positive(this.#profit(each)), 0n)
    return positive(fee - result - this.wallet(user, asset) - profits)
  }

  /** The house account first, then who gained most, then the house account once more. */
  #deleverage(position: NaivePosition): void {
    const { symbol, user } = position
    const sells = position.lots > 0n
    const found = this.#bankruptcy(position) ?? this.#mark(symbol)
    const ticks = min(2n ** 31n - 1n, max(1n, found))
    const house = this.positions.get(`${HOUSE} ${symbol}`)?.lots ?? 0n
    const wanted = size(position.lots)
    const first = house !== 0n && house > 0n !== sells ? min(wanted, size(house)) : 0n
    const shares = this.#shares(this.#gainers(position, ticks), wanted - first)
    const trade = (other: string, lots: bigint): void => {
      if (lots === 0n) return
      const side = { lots, ticks, rate: 0n, liquidation: false }
      const both = sells ? [other, user] : [user, other]
      for (const [at, each] of both.entries())
        this.#trade({ user: each, symbol, buys: at === 0, ticks }, side)
    }
    trade(HOUSE, first)
    let left = wanted - first
    for (const [other, lots] of shares) {
      trade(other, lots)
      left -= lots
    }
    trade(HOUSE, left)
  }

  /** By PnL/collateral · requirement/equity; those who stay above the requirement. */
  #gainers({ symbol, user, lots: against }: NaivePosition, ticks: bigint): Gainer[] {
    const { asset } = of(symbol)
    const mark = this.#mark(symbol)
    return [...this.positions.values()]
      .filter((each) => each.symbol === symbol && each.user !== HOUSE && each.user !== user)
      .filter(({ lots }) => lots > 0n !== against > 0n)
      .flatMap((position): Gainer[] => {
        const { user: who, lots, cost } = position
        const gain = this.#value(symbol, lots, mark) - cost
        const [equity, asked] = [this.equity(who, asset), this.requirement(who, asset)]
        const after = equity + this.#value(symbol, lots, ticks) - this.#value(symbol, lots, mark)
        const left = this.#requirementWithout(position, size(lots))
        if (gain <= 0n || equity <= asked || after <= left) return []
        const score = [gain * asked, this.wallet(who, asset) * equity] as const
        return [{ user: who, lots: size(lots), score }]
      })
      .toSorted((a, b) => {
        const [one, other] = [a.score[0] * b.score[1], b.score[0] * a.score[1]]
        return one === other ? (a.user < b.user ? -1 : 1) : one > other ? -1 : 1
      })
  }

  #shares(gainers: readonly Gainer[], wanted: bigint): (readonly [string, bigint])[] {
    const shares: (readonly [string, bigint])[] = []
    let left = wanted
    for (let fifth = 0; fifth < 5; fifth++) {
      const members = gainers.filter((_, at) => Math.floor((at * 5) / gainers.length) === fifth)
      const total = members.reduce((sum, { lots }) => sum + lots, 0n)
      const part = min(left, total)
      const parts = members.map(({ user, lots }) => ({
        user,
        lots: total === 0n ? 0n : (lots * part) / total,
        rest: total === 0n ? 0n : (lots * part) % total,
      }))
      let over = part - parts.reduce((sum, { lots }) => sum + lots, 0n)
      const byRest = parts.toSorted((a, b) =>
        a.rest === b.rest ? (a.user < b.user ? -1 : 1) : a.rest > b.rest ? -1 : 1,
      )
      for (const each of byRest) if (over-- > 0n) each.lots++
      for (const { user, lots } of parts) if (lots > 0n) shares.push([user, lots])
      left -= part
    }
    return shares
  }
}

interface Thought {
  readonly buys: boolean
  readonly lots: bigint
  readonly value: bigint
  readonly taker: bigint
}

interface Owed {
  readonly symbol: string
  readonly amount: bigint
}

interface Liquidated {
  readonly liquidation: boolean
}

interface TradeSide extends Liquidated {
  readonly lots: bigint
  readonly ticks: bigint
  readonly rate: bigint
}

interface Gainer {
  readonly user: string
  readonly lots: bigint
  readonly score: readonly [top: bigint, bottom: bigint]
}

const walletName = (user: string): string => (user === HOUSE ? 'house' : `futures ${user}`)

function of(symbol: string): Contract {
  const contract = CONTRACTS[symbol]
  if (!contract) throw new Error(`no contract ${symbol}`)
  return contract
}

function tierAt(symbol: string, notional: bigint): Contract['tiers'][number] {
  const { tiers } = of(symbol)
  const found = tiers.find(([upTo]) => notional <= upTo) ?? tiers.at(-1)
  if (!found) throw new Error(`no tiers of ${symbol}`)
  return found
}
