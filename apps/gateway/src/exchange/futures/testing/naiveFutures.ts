/**
 * A second exchange of perpetual contracts, written from the rules of futures 1 to 6 and slow on
 * purpose: plain maps, plain lists, whole-number fractions rounded where a rule says so. It has no
 * code in common with the first one. One of it is one realm: in paper each order brings its fills,
 * and the house account is on the other side of all of them.
 */

export type NaiveSide = 'net' | 'long' | 'short'
/** What a paper order trades: ticks and lots. */
export type NaiveFills = readonly (readonly [ticks: bigint, lots: bigint])[]

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
const HOUSE_ACCOUNT = ''

const up = (top: bigint, bottom: bigint): bigint => -down(-top, bottom)
const down = (top: bigint, bottom: bigint): bigint => {
  const cut = top / bottom
  return cut * bottom !== top && top < 0n !== bottom < 0n ? cut - 1n : cut
}
const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
const size = (value: bigint): bigint => (value < 0n ? -value : value)
const min = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
const max = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))

/** A position, or where one would be. */
interface Leg {
  readonly user: string
  readonly symbol: string
  readonly side: NaiveSide
}

export interface NaivePosition extends Leg {
  lots: bigint
  cost: bigint
  settled: bigint
  fees: bigint
  funding: bigint
}

/** An order of a user, or of the house account, whose user is the empty text. */
export interface NaiveOrder extends Leg {
  readonly name: string
  readonly buys: boolean
  readonly ticks: bigint
  left: bigint
}

export interface NaiveRequest extends Omit<NaiveOrder, 'left'> {
  readonly lots: bigint
  readonly market?: boolean
  readonly immediate?: boolean
  readonly reduceOnly?: boolean
  /** In paper: what it trades at once, and whether the rest of it stays. */
  readonly fills?: NaiveFills
  readonly rests?: boolean
  readonly postOnly?: boolean | undefined
  /** Take profit and stop loss that its position gets with its first fill. */
  readonly exits?: NaiveTriggers | undefined
  readonly maker: bigint
  readonly taker: bigint
}

interface Rates {
  readonly maker: bigint
  readonly taker: bigint
  readonly exits?: NaiveTriggers | undefined
  readonly postOnly?: boolean | undefined
}

/** The ticks of a take profit and of a stop loss, either of which closes a whole position. */
export type NaiveTriggers = readonly bigint[]

/** What closes a whole position once a trigger is reached. */
export interface NaiveExits extends Leg {
  readonly sells: boolean
  readonly triggers: NaiveTriggers
  /** The order that brought them; `undefined`: the trader set them. */
  readonly of: string | undefined
}

/** A wallet with the positions that it carries: all cross ones of an asset, or an isolated one. */
interface Group {
  readonly user: string
  readonly asset: string
  readonly wallet: string
  readonly positions: readonly NaivePosition[]
  readonly isolated: boolean
}

const keyOf = ({ user, symbol, side }: Leg): string => `${user} ${symbol} ${side}`

export class NaiveFutures {
  readonly balances = new Map<string, bigint>()
  readonly positions = new Map<string, NaivePosition>()
  readonly marks = new Map<string, { mark: bigint; fresh: boolean }>()
  /** Resting orders in order of arrival. */
  readonly book: NaiveOrder[] = []
  /** Orders that wait for a trigger. */
  readonly waiting: NaiveRequest[] = []
  /** By user, symbol and side of their position. */
  readonly exits = new Map<string, NaiveExits>()
  /** By user, symbol and side. */
  readonly leverage = new Map<string, bigint>()
  readonly twoWay = new Set<string>()
  /** `<user> <symbol>` with isolated margin; legs of automatic margin, by user, symbol and side. */
  readonly isolated = new Set<string>()
  readonly automatic = new Set<string>()
  /** In the order in which their accounts were opened. */
  readonly users = new Set<string>()
  readonly #rates = new Map<NaiveOrder, Rates>()
  /** The orders that traded since exits were looked at. */
  #traded: Traded[] = []
  readonly #fund = new Map<string, { high: bigint; paid: Map<string, bigint> }>()

  balance = (owner: string, asset: string): bigint => this.balances.get(`${owner} ${asset}`) ?? 0n
  wallet = ({ wallet, asset }: Pick<Group, 'wallet' | 'asset'>): bigint =>
    this.balance(wallet, asset)

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

  // Groups (futures 2)

  cross(user: string, asset: string): Group {
    const positions = [...this.positions.values()].filter(
      (each) =>
        each.user === user &&
        of(each.symbol).asset === asset &&
        !this.isolated.has(`${user} ${each.symbol}`),
    )
    return { user, asset, wallet: walletName(user), positions, isolated: false }
  }

  group(leg: Leg): Group {
    const { user, symbol, side } = leg
    const { asset } = of(symbol)
    if (user === HOUSE_ACCOUNT || !this.isolated.has(`${user} ${symbol}`))
      return this.cross(user, asset)
    const position = this.positions.get(keyOf(leg))
    const wallet = `${walletName(user)}/${symbol}/${side}`
    return { user, asset, wallet, positions: position ? [position] : [], isolated: true }
  }

  equity = (group: Group): bigint =>
    group.positions.reduce((sum, each) => sum + this.#profit(each), this.wallet(group))

  #leverageOf = ({ user, symbol, side }: Leg): bigint =>
    this.leverage.get(`${user} ${symbol} ${side}`) ??
    this.leverage.get(`${user} ${symbol} net`) ??
    20n

  /** What open orders of a leg would trade for, what they lose at once and their fees. */
  #orders({ user, symbol, side }: Leg, thought?: Thought) {
    const mark = this.#mark(symbol)
    const { inverse } = of(symbol)
    let [bought, sold, loss, fees] = [0n, 0n, 0n, 0n]
    const add = ({ buys, lots: count, value, taker }: Omit<Thought, 'side'>): void => {
      const now = this.#magnitude(symbol, count, mark)
      if (buys) bought += inverse ? max(value, now) : value
      else sold += max(value, now)
      loss += positive(buys === (inverse === true) ? now - value : value - now)
      fees += up(value * taker, WHOLE)
    }
    for (const order of this.book)
      if (order.user === user && order.symbol === symbol && order.side === side)
        add({
          buys: order.buys,
          lots: order.left,
          value: this.#magnitude(symbol, order.left, order.ticks),
          taker: this.#rates.get(order)?.taker ?? 0n,
        })
    if (thought?.side === side) add(thought)
    return { bought, sold, loss, fees }
  }

  /** A symbol's exposure and margins, with an order that is only thought of. */
  #risk(user: string, symbol: string, thought?: Thought) {
    const mark = this.#mark(symbol)
    const legs = SIDES.map((side) => {
      const leg = { user, symbol, side }
      const lots = this.positions.get(keyOf(leg))?.lots ?? 0n
      const held = this.#magnitude(symbol, size(lots), mark)
      const { bought, sold, ...costs } = this.#orders(leg, thought)
      const signed = lots < 0n ? -held : held
      const exposure =
        side === 'net'
          ? max(size(signed + bought), size(signed - sold))
          : held + (side === 'long' ? bought : sold)
      const leverage = this.#leverageOf(leg)
      const own = up(held, leverage)
      return { held, exposure, initial: up(exposure, leverage), own, ...costs }
    })
    const sum = (key: keyof (typeof legs)[number]) =>
      legs.reduce((total, leg) => total + leg[key], 0n)
    const exposure = max(...legs.map((leg) => leg.exposure))
    const costs = { loss: sum('loss'), fees: sum('fees') }
    const own = (side: NaiveSide) => legs[SIDES.indexOf(side)]?.exposure ?? 0n
    if (this.isolated.has(`${user} ${symbol}`)) {
      const reserved = sum('initial') - sum('own')
      return { notional: sum('held'), exposure, own, reserved, ...costs }
    }
    const notional = max(...legs.map(({ held }) => held))
    const reserved = up(exposure, this.#leverageOf({ user, symbol, side: 'net' }))
    return { notional, exposure, own: () => exposure, reserved, ...costs }
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
    const symbols = [...this.positions.values(), ...this.book]
      .filter((each) => each.user === user)
      .map(({ symbol }) => symbol)
    return [...new Set(more === undefined ? symbols : [...symbols, more])].filter(
      (symbol) => of(symbol).asset === asset,
    )
  }

  requirement(group: Group, thought?: Thought & { readonly symbol: string }): bigint {
    const { user, asset, isolated, positions } = group
    if (isolated)
      return up(
        positions.reduce((sum, each) => sum + this.#own(each), 0n),
        WHOLE,
      )
    let sum = 0n
    for (const symbol of this.#symbols(user, asset, thought?.symbol)) {
      if (this.isolated.has(`${user} ${symbol}`)) continue
      const own = thought?.symbol === symbol ? thought : undefined
      const { notional, exposure } = this.#risk(user, symbol, own)
      sum += this.#asked(symbol, notional, exposure)
    }
    return up(sum, WHOLE)
  }

  isDue = (group: Group): boolean =>
    group.user !== HOUSE_ACCOUNT &&
    group.positions.length > 0 &&
    this.equity(group) <= this.requirement(group)

  #isAnyDue = (user: string): boolean =>
    [...this.positions.values()].some((each) => each.user === user && this.isDue(this.group(each)))

  #isFresh = ({ positions }: Group): boolean =>
    positions.every(({ symbol }) => this.marks.get(symbol)?.fresh)

  /** Wallets that are due at fresh marks, the worst first (futures 6). */
  due(): string[] {
    const groups = new Map<string, Group>()
    for (const position of this.positions.values()) {
      const group = this.group(position)
      groups.set(`${group.wallet} ${group.asset}`, group)
    }
    return [...groups]
      .filter(([, group]) => this.#isFresh(group))
      .filter(([, group]) => this.isDue(group))
      .map(([name, group]) => ({
        name,
        equity: this.equity(group),
        requirement: this.requirement(group),
      }))
      .toSorted((a, b) => {
        const [one, other] = [a.equity * b.requirement, b.equity * a.requirement]
        return one === other ? (a.name < b.name ? -1 : 1) : one < other ? -1 : 1
      })
      .map(({ name }) => name)
  }

  // Money (futures 2, settling)

  /** Makes the wallet have an amount as far as own profits go; says how much of it there is. */
  #draw(group: Group, amount: bigint): bigint {
    const { user, asset, wallet } = group
    if (user === HOUSE_ACCOUNT) return amount
    const profits = group.positions
      .map((position) => ({ position, profit: this.#profit(position) }))
      .filter(({ profit }) => profit > 0n)
      .toSorted((a, b) =>
        a.profit === b.profit
          ? keyOf(a.position) < keyOf(b.position)
            ? -1
            : 1
          : a.profit > b.profit
            ? -1
            : 1,
      )
    for (const { position, profit } of profits) {
      const part = min(profit, positive(amount - this.wallet(group)))
      this.#pay(`clearing ${position.symbol}`, wallet, [asset, part])
      position.settled += part
    }
    return positive(min(amount, this.wallet(group)))
  }

  /** Pays all of an amount: the wallet, its profits, the fund, and last the house account. */
  #payAll(group: Group, to: string, { symbol, amount }: Owed): void {
    const { asset, wallet } = group
    const own = this.#draw(group, amount)
    this.#pay(wallet, to, [asset, own])
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

  #trade(order: Traded, trade: Trade): void {
    const { symbol, buys } = order
    this.#traded.push(order)
    const before = this.positions.get(keyOf(order))
    const { lots, ticks, rate, liquidation } = trade
    const against = before !== undefined && before.lots > 0n !== buys
    const closing = against ? min(lots, size(before.lots)) : 0n
    const value = this.#magnitude(symbol, lots, ticks)
    const closed = closing === lots ? value : this.#magnitude(symbol, closing, ticks)
    const fee = up(value * rate, WHOLE)
    const closingFee = closing === lots ? fee : up(closed * rate, WHOLE)
    if (before && closing > 0n)
      this.#close(before, { lots: closing, value: closed, fee: closingFee, liquidation })
    if (closing === lots) return
    this.#open(order, { lots: lots - closing, value: value - closed, fee: fee - closingFee })
  }

  #open(
    { user, symbol, side, buys }: Leg & Pick<NaiveOrder, 'buys'>,
    { lots, value, fee }: Record<'lots' | 'value' | 'fee', bigint>,
  ): void {
    const leg = { user, symbol, side }
    const none = { lots: 0n, cost: 0n, settled: 0n, fees: 0n, funding: 0n }
    const position = this.positions.get(keyOf(leg)) ?? { ...leg, ...none }
    this.positions.set(keyOf(leg), position)
    position.lots += buys ? lots : -lots
    position.cost += buys === (of(symbol).inverse !== true) ? value : -value
    const group = this.group(position)
    if (group.isolated) {
      // Its margin, and the fee that is paid out of it.
      const cross = this.cross(user, group.asset)
      const drawn = this.#draw(cross, up(value, this.#leverageOf(leg)) + fee)
      this.#pay(cross.wallet, group.wallet, [group.asset, drawn])
    }
    this.#charge(position, fee)
  }

  /** As much of a fee as there is. */
  #charge(position: NaivePosition, fee: bigint): bigint {
    const group = this.group(position)
    const amount = this.#draw(group, fee)
    position.fees += amount
    this.#pay(group.wallet, 'fees', [group.asset, amount])
    return amount
  }

  #close(
    position: NaivePosition,
    { lots, value, fee, liquidation }: Record<'lots' | 'value' | 'fee', bigint> & Liquidated,
  ): void {
    const { symbol } = position
    const group = this.group(position)
    const { asset, wallet } = group
    const { inverse } = of(symbol)
    const whole = size(position.lots)
    const margin = this.wallet(group)
    const long = position.lots > 0n
    const penalty = liquidation ? this.#penalty(position, { lots, value, fee }) : 0n
    const share = up((position.cost + position.settled) * lots, whole)
    const cost = up(position.cost * lots, whole)
    const result = (long === (inverse !== true) ? value : -value) - share
    position.lots -= long ? lots : -lots
    position.cost -= cost
    position.settled -= share - cost
    const clearing = `clearing ${symbol}`
    if (result >= 0n) this.#pay(clearing, wallet, [asset, result])
    else this.#payAll(group, clearing, { symbol, amount: -result })
    let charged = fee
    if (liquidation) {
      position.fees += fee
      this.#payAll(group, 'fees', { symbol, amount: fee })
    } else charged = this.#charge(position, fee)
    const taken = this.#draw(group, penalty)
    position.fees += taken
    this.#pay(wallet, 'fund', [asset, taken])
    const part = down(margin * lots, whole) + result - charged - taken
    if (group.isolated) this.#release(group, position.lots === 0n ? undefined : part)
    if (position.lots === 0n) this.positions.delete(keyOf(position))
  }

  /** Isolated margin back to the cross wallet; no amount: all of it. */
  #release(group: Group, amount: bigint | undefined): void {
    const wallet = this.wallet(group)
    const back = positive(min(amount ?? wallet, wallet))
    this.#pay(group.wallet, walletName(group.user), [group.asset, back])
  }

  /** l, of what a fill was better than bankruptcy. */
  #penalty(
    position: NaivePosition,
    { lots, value, fee }: Record<'lots' | 'value' | 'fee', bigint>,
  ): bigint {
    const { symbol } = position
    const { inverse } = of(symbol)
    const group = this.group(position)
    const all = group.positions.reduce((sum, each) => sum + this.#own(each), 0n)
    const part = down(this.equity(group) * this.#own(position) * lots, all * size(position.lots))
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
      if (other.user !== HOUSE_ACCOUNT || order.user !== HOUSE_ACCOUNT) {
        const maker = this.#rates.get(other)?.maker ?? 0n
        const { exits } = this.#rates.get(other) ?? {}
        this.#trade({ ...other, exits }, { lots, ticks, rate: maker, liquidation: false })
        this.#trade(order, { lots, ticks, rate: order.taker, liquidation })
      }
      left -= lots
      other.left -= lots
      if (other.left === 0n) this.cancel(other.name)
    }
    return left
  }

  /** What the fills of a paper order trade; answers the lots that are left. */
  #fill(order: Omit<NaiveRequest, 'maker'>, fills: NaiveFills, liquidation = false): bigint {
    let left = order.lots
    for (const [ticks, each] of fills) {
      const lots = min(each, left)
      if (lots > 0n)
        this.#tradeWithHouseAccount(order, { lots, ticks, rate: order.taker, liquidation })
      left -= lots
    }
    return left
  }

  /** A fill as a maker is the house account's as a taker, which then comes second. */
  #tradeWithHouseAccount(
    order: Traded,
    trade: Trade,
    { isMaker = false }: { readonly isMaker?: boolean } = {},
  ): void {
    const { symbol, buys } = order
    const otherSide = () =>
      this.#trade(houseAccountLeg(symbol, !buys), { ...trade, rate: 0n, liquidation: false })
    if (!isMaker) otherSide()
    this.#trade(order, trade)
    if (isMaker) otherSide()
  }

  cancel(name: string): void {
    for (const list of [this.book, this.waiting]) {
      const at = list.findIndex((each) => each.name === name)
      if (at >= 0) list.splice(at, 1)
    }
  }

  /** An order of the house account, which asks for nothing. */
  quote(order: Omit<NaiveOrder, 'user' | 'side'>): void {
    const own = { ...order, ...houseAccountLeg(order.symbol, order.buys) }
    const left = this.#match({ ...own, lots: order.left, taker: 0n })
    if (left > 0n) this.book.push({ ...own, left })
    this.#settleExits()
  }

  /** Whether the order is accepted (futures 4). */
  place(order: NaiveRequest): boolean {
    const { symbol, buys, lots, market } = order
    const mark = this.#mark(symbol)
    const band = this.#bandOf(symbol, buys)
    if (!this.#fitsMode(order) || mark === 0n) return false
    if (!market && (buys ? order.ticks > band : order.ticks < band)) return false
    const least = this.#magnitude(symbol, lots, market ? mark : order.ticks)
    if (!order.reduceOnly && least < of(symbol).least) return false
    if (order.postOnly && this.#opposite(order).length > 0) return false
    return !this.isDue(this.group(order)) && this.#enter(order)
  }

  /**
   * Another price or size of a resting order, judged as if it came now. At its price and no larger
   * it keeps its place.
   */
  amend(name: string, { ticks, left, filled, fills }: NaiveAmendment): boolean {
    const at = this.book.findIndex((each) => each.name === name)
    const [order] = this.book.splice(at, 1)
    if (!order) throw new Error(`${name} does not rest`)
    const { symbol, buys } = order
    const rates = this.#rates.get(order) ?? { maker: 0n, taker: 0n, postOnly: false }
    const band = this.#bandOf(symbol, buys)
    const changed = { ...order, ...rates, ticks, lots: left }
    const isSound =
      (buys ? ticks <= band : ticks >= band) &&
      this.#magnitude(symbol, left + filled, ticks) >= of(symbol).least &&
      !(rates.postOnly && this.#opposite(changed).length > 0) &&
      !this.isDue(this.group(order)) &&
      this.#bound(changed, ticks) === ticks &&
      this.#mayOpen(changed)
    if (!isSound) this.book.splice(at, 0, order)
    if (!isSound) return false
    const stays = !fills && ticks === order.ticks && left <= order.left
    const rest = stays ? left : fills ? this.#fill(changed, fills) : this.#match(changed)
    const resting = { ...order, ticks, left: rest }
    if (rest > 0n) this.book.splice(stays ? at : this.book.length, 0, resting)
    this.#rates.set(resting, rates)
    this.#settleExits()
    return true
  }

  /** Closes positions at the market, one order each; `false` where nothing could be closed. */
  closeAll(legs: readonly Leg[], terms: (at: number) => NaiveTerms): boolean {
    const done = legs.map((leg, at) => {
      const lots = this.positions.get(keyOf(leg))?.lots ?? 0n
      return lots !== 0n && this.place(atMarket(leg, { ...terms(at), lots, reduceOnly: true }))
    })
    return done.includes(true)
  }

  /** Closes a net position; if all of it is closed, as many lots are opened the other way. */
  reverse(leg: Leg, terms: (at: number) => NaiveTerms): boolean {
    const lots = this.positions.get(keyOf(leg))?.lots ?? 0n
    if (lots === 0n) return false
    if (!this.place(atMarket(leg, { ...terms(0), lots, reduceOnly: true }))) return false
    if (!this.positions.has(keyOf(leg)))
      this.place(atMarket(leg, { ...terms(1), lots, reduceOnly: false }))
    return true
  }

  /** Puts the exits of a position in place of those it had; `false` without a position. */
  setExits(leg: Leg, triggers: NaiveTriggers, by?: string): boolean {
    const position = this.positions.get(keyOf(leg))
    if (!position) return false
    const { user, symbol, side } = leg
    const exits = { user, symbol, side, sells: position.lots > 0n, triggers, of: by }
    if (triggers.length > 0) this.exits.set(keyOf(leg), exits)
    else this.exits.delete(keyOf(leg))
    return true
  }

  /** One of its triggers was reached: what there is of the position is closed at the market. */
  fireExits(leg: Leg, terms: NaiveTerms): void {
    const lots = this.positions.get(keyOf(leg))?.lots ?? 0n
    this.exits.delete(keyOf(leg))
    this.#enter(atMarket(leg, { ...terms, lots, reduceOnly: true }))
  }

  /** Exits end with their position, and come with the first fill of an order that brings them. */
  #settleExits(): void {
    for (const { user, symbol, side, buys, name, exits } of this.#traded) {
      const leg = { user, symbol, side }
      const position = this.positions.get(keyOf(leg))
      const own = this.exits.get(keyOf(leg))
      if (own && (!position || position.lots > 0n !== own.sells)) this.exits.delete(keyOf(leg))
      if (!position || !exits || position.lots > 0n !== buys) continue
      if (this.exits.get(keyOf(leg))?.of !== name) this.setExits(leg, exits, name)
    }
    this.#traded = []
  }

  /** One-way mode has net positions; in two-way mode a leg is opened by its own side alone. */
  #fitsMode({ user, side, buys, reduceOnly = false }: NaiveRequest): boolean {
    if (side === 'net') return !this.twoWay.has(user)
    return this.twoWay.has(user) && reduceOnly === (side === (buys ? 'short' : 'long'))
  }

  /** Whether a trigger order is accepted: it ties up nothing before it is fired. */
  wait(order: NaiveRequest): boolean {
    const mark = this.#mark(order.symbol)
    if (!this.#fitsMode(order) || mark === 0n) return false
    const value = this.#magnitude(order.symbol, order.lots, mark)
    if (!order.reduceOnly && value < of(order.symbol).least) return false
    this.waiting.push(order)
    return true
  }

  /** Its trigger was reached: it is an order at the market, which may be refused. */
  fire(name: string, terms: Pick<NaiveRequest, 'ticks' | 'fills'>): void {
    const order = this.waiting.find((each) => each.name === name)
    if (!order) throw new Error(`${name} does not wait`)
    this.cancel(name)
    const exit = order.reduceOnly === true
    if (exit || !this.isDue(this.group(order))) this.#enter({ ...order, ...terms, market: true })
  }

  #enter(order: NaiveRequest): boolean {
    const done = this.#execute(order)
    this.#settleExits()
    return done
  }

  #execute(order: NaiveRequest): boolean {
    const { symbol, buys, market, immediate, maker, taker, fills } = order
    const band = this.#bandOf(symbol, buys)
    const nearest = buys ? min : max
    const within = market ? nearest(order.ticks, band) : order.ticks
    if (order.reduceOnly) return this.#reduce({ ...order, ticks: within })
    const ticks = this.#bound(order, within)
    if (!market && ticks !== within) return false
    if (!this.#mayOpen({ ...order, ticks })) return false
    const left = fills ? this.#fill(order, fills) : this.#match({ ...order, ticks })
    const stays = fills ? order.rests === true : !market && !immediate
    if (left === 0n || !stays) return true
    const { name, user, side } = order
    const resting = { name, user, symbol, side, buys, ticks, left }
    this.book.push(resting)
    this.#rates.set(resting, { maker, taker, exits: order.exits, postOnly: order.postOnly })
    return true
  }

  /** The market reached a resting paper order. */
  fillResting(name: string, lots: bigint): void {
    const order = this.book.find((each) => each.name === name)
    if (!order) throw new Error(`${name} does not rest`)
    const { maker: rate, exits } = this.#rates.get(order) ?? { maker: 0n }
    const trade = { lots, ticks: order.ticks, rate, liquidation: false }
    order.left -= lots
    this.#tradeWithHouseAccount({ ...order, exits }, trade, { isMaker: true })
    if (order.left === 0n) this.cancel(name)
    this.#settleExits()
  }

  #bandOf(symbol: string, buys: boolean): bigint {
    const mark = this.#mark(symbol)
    return buys ? down(mark * (WHOLE + BAND), WHOLE) : up(mark * (WHOLE - BAND), WHOLE)
  }

  /** A price, no worse than the bankruptcy price of an isolated position that it would close. */
  #bound(leg: Leg & { readonly buys: boolean }, ticks: bigint): bigint {
    const { user, symbol, buys } = leg
    const position = this.positions.get(keyOf(leg))
    if (!position || position.lots > 0n === buys) return ticks
    if (!this.isolated.has(`${user} ${symbol}`)) return ticks
    const bankrupt = this.#bankruptcy(position)
    return buys ? min(ticks, bankrupt ?? ticks) : max(ticks, bankrupt ?? 1n)
  }

  /** A close at the market, never worse than the bankruptcy price. */
  #reduce(order: NaiveRequest): boolean {
    const { buys, fills } = order
    const position = this.positions.get(keyOf(order))
    if (!position || position.lots > 0n === buys) return false
    const bankrupt = this.#bankruptcy(position)
    const bound = buys ? (bankrupt ?? order.ticks) : max(1n, bankrupt ?? 1n)
    const ticks = buys ? min(order.ticks, bound) : max(order.ticks, bound)
    const closing = { ...order, ticks, lots: min(order.lots, size(position.lots)) }
    if (fills) this.#fill(closing, fills)
    else this.#match(closing)
    return true
  }

  #mayOpen(order: NaiveRequest): boolean {
    const { user, symbol, taker, buys, side } = order
    const { asset, tiers } = of(symbol)
    if (!this.marks.get(symbol)?.fresh) return false
    const thought = { symbol, buys, taker, side, ...this.#thought(order) }
    const before = this.#risk(user, symbol)
    const after = this.#risk(user, symbol, thought)
    const [, , most] = tierAt(symbol, after.own(side))
    const limit = tiers.at(-1)?.[0] ?? 0n
    if (after.own(side) > before.own(side))
      if (after.own(side) > limit || this.#leverageOf(order) > most) return false
    const cross = this.cross(user, asset)
    const left = this.equity(cross) - this.#reserved(user, asset, thought)
    if (left < 0n) return false
    const loss = after.loss - before.loss
    const free = left + after.reserved - before.reserved
    if (this.isolated.has(`${user} ${symbol}`))
      return this.#carries(order, { ...thought, loss, free })
    const cost = loss + up(thought.value * taker, WHOLE)
    return this.equity(cross) - cost > this.requirement(cross, thought)
  }

  #reserved(user: string, asset: string, thought?: Thought & { readonly symbol: string }): bigint {
    let sum = 0n
    for (const symbol of this.#symbols(user, asset, thought?.symbol)) {
      const own = thought?.symbol === symbol ? thought : undefined
      const { reserved, loss, fees } = this.#risk(user, symbol, own)
      sum += reserved + loss + fees
    }
    return sum
  }

  /** Whether its own margin carries an isolated position as it would be. */
  #carries(leg: Leg, thought: Thought & { readonly loss: bigint; readonly free: bigint }): boolean {
    const { buys, lots, value, loss, free } = thought
    const { symbol } = leg
    const group = this.group(leg)
    const [position] = group.positions
    const before = position?.lots ?? 0n
    const after = before + (buys ? lots : -lots)
    const turns = position !== undefined && before > 0n !== buys
    const notional = this.#magnitude(symbol, size(after), this.#mark(symbol))
    const asked = this.#asked(symbol, notional, notional)
    if (!turns) {
      const margin = value / this.#leverageOf(leg)
      return (this.equity(group) + margin - loss) * WHOLE > asked
    }
    if (lots <= size(before)) return true
    // What it opens gets all of its margin, of which the closed position leaves its equity.
    const margin = up(up(value * size(after), lots), this.#leverageOf(leg))
    if (free + this.equity(group) < margin) return false
    return (margin - up(loss * size(after), lots)) * WHOLE > asked
  }

  /** At a limit all of the order; at the market what the book would give. */
  #thought(order: NaiveRequest): { readonly lots: bigint; readonly value: bigint } {
    const { symbol, lots, ticks, buys, market, fills } = order
    if (!market) return { lots, value: this.#magnitude(symbol, lots, ticks) }
    let found = 0n
    let value = 0n
    const offers = fills
      ? fills.map(([price, left]) => ({ user: HOUSE_ACCOUNT, ticks: price, left }))
      : this.#opposite(order)
    for (const other of offers) {
      if (other.user === order.user) break
      const part = min(lots - found, other.left)
      found += part
      value += this.#magnitude(symbol, part, other.ticks)
    }
    if (!of(symbol).inverse || fills) return { lots: found, value }
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
    const ordered = [...this.users, HOUSE_ACCOUNT].flatMap((user) =>
      [...this.positions.values()].filter((each) => each.user === user && each.symbol === symbol),
    )
    for (const position of ordered) {
      const owed = this.#value(symbol, position.lots, mark) * (inverse ? -rate : rate)
      const amount = owed > 0n ? up(owed, 100_000_000n) : down(-owed, 100_000_000n)
      position.funding += owed > 0n ? amount : -amount
      const group = this.group(position)
      if (owed > 0n) this.#payAll(group, 'fees', { symbol, amount })
      else this.#pay('fees', group.wallet, [asset, amount])
    }
  }

  /** Whether funds may go between two wallets of a user, of whom nothing is lent. */
  move(user: string, { asset, amount, from, to }: NaiveMove): boolean {
    const isOut = from === 'futures'
    if (from === to || (isOut && this.#isAnyDue(user))) return false
    if (isOut && !this.#isFresh(this.cross(user, asset))) return false
    const most = isOut ? this.#mayLeave(user, asset) : this.balance(`${from} ${user}`, asset)
    if (amount > most) return false
    this.#pay(`${from} ${user}`, `${to} ${user}`, [asset, amount])
    return true
  }

  // Settings (futures 2)

  /** Of a symbol, or of one isolated leg: a lower one draws margin, a higher one releases none. */
  setLeverage(leg: Leg, leverage: bigint): boolean {
    const { user, symbol, side } = leg
    const { asset } = of(symbol)
    const hasLegs = this.isolated.has(`${user} ${symbol}`) && this.twoWay.has(user)
    if ((side === 'net') === hasLegs) return false
    const [, , most] = tierAt(symbol, this.#risk(user, symbol).exposure)
    if (leverage > most || this.#isAnyDue(user)) return false
    const before = new Map(this.leverage)
    const isLower = leverage < this.#leverageOf(leg)
    if (side === 'net') this.#keepLeverage(user, symbol)
    this.leverage.set(keyOf(leg), leverage)
    if (!isLower) return true
    const group = this.group(leg)
    const [position] = group.isolated ? group.positions : []
    const notional = this.#magnitude(symbol, size(position?.lots ?? 0n), this.#mark(symbol))
    const lacks = position ? positive(up(notional, leverage) - this.wallet(group)) : 0n
    const cross = this.cross(user, asset)
    if (this.equity(cross) - this.#reserved(user, asset) >= lacks) {
      this.#pay(cross.wallet, group.wallet, [asset, this.#draw(cross, lacks)])
      return true
    }
    this.leverage.clear()
    for (const [key, each] of before) this.leverage.set(key, each)
    return false
  }

  /** One leverage for both sides of a symbol: that of longs. */
  #keepLeverage(user: string, symbol: string): void {
    const kept = this.#leverageOf({ user, symbol, side: 'long' })
    for (const side of SIDES) this.leverage.delete(keyOf({ user, symbol, side }))
    this.leverage.set(keyOf({ user, symbol, side: 'net' }), kept)
  }

  #isUsed = (user: string, symbol?: string): boolean =>
    [...this.positions.values(), ...this.book, ...this.waiting, ...this.exits.values()].some(
      (each) => each.user === user && (symbol === undefined || each.symbol === symbol),
    )

  /** Without position and orders in the symbol. */
  setMarginMode(user: string, symbol: string, isIsolated: boolean): boolean {
    if (this.#isUsed(user, symbol)) return false
    this.#keepLeverage(user, symbol)
    if (isIsolated) this.isolated.add(`${user} ${symbol}`)
    else this.isolated.delete(`${user} ${symbol}`)
    return true
  }

  /** Without any position or order. */
  setPositionMode(user: string, isTwoWay: boolean): boolean {
    if (this.#isUsed(user)) return false
    for (const symbol of Object.keys(CONTRACTS)) this.#keepLeverage(user, symbol)
    if (isTwoWay) this.twoWay.add(user)
    else this.twoWay.delete(user)
    return true
  }

  setAutoMargin(leg: Leg, isOn: boolean): void {
    if (isOn) this.automatic.add(keyOf(leg))
    else this.automatic.delete(keyOf(leg))
  }

  /** Whether the margin of an isolated position may be changed by an amount. */
  changeMargin(leg: Leg, amount: bigint): boolean {
    const { user, symbol } = leg
    const position = this.positions.get(keyOf(leg))
    const group = this.group(leg)
    if (!position || !group.isolated || amount === 0n || this.#isAnyDue(user)) return false
    const { asset, wallet } = group
    if (amount > 0n) {
      if (this.#mayLeave(user, asset) < amount) return false
      this.#pay(walletName(user), wallet, [asset, amount])
      return true
    }
    if (!this.#isFresh(group)) return false
    const notional = this.#magnitude(symbol, size(position.lots), this.#mark(symbol))
    const initial = up(notional, this.#leverageOf(leg))
    const free = this.wallet(group) + min(0n, this.#profit(position)) - initial
    if (-amount > min(free, this.wallet(group))) return false
    this.#pay(wallet, walletName(user), [asset, -amount])
    return true
  }

  /** Unrealised profit never leaves. */
  #mayLeave(user: string, asset: string): bigint {
    const cross = this.cross(user, asset)
    let free = this.wallet(cross)
    for (const position of cross.positions) free += min(0n, this.#profit(position))
    free -= this.#reserved(user, asset)
    return positive(min(free, this.wallet(cross)))
  }

  // Liquidation (futures 6)

  /** Towards the mark; `undefined`: none. */
  #bankruptcy(position: NaivePosition): bigint | undefined {
    const { symbol, lots } = position
    const { inverse, unit } = of(symbol)
    const sign = lots > 0n ? 1n : -1n
    const group = this.group(position)
    const all = group.positions.reduce((sum, each) => sum + this.#own(each), 0n)
    const equity = this.equity(group)
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

  #largest({ wallet, positions }: Group): NaivePosition {
    const [first] = positions.toSorted((a, b) => {
      const [one, other] = [this.#own(a), this.#own(b)]
      return one === other ? (keyOf(a) < keyOf(b) ? -1 : 1) : one > other ? -1 : 1
    })
    if (!first) throw new Error(`${wallet} has nothing to liquidate`)
    return first
  }

  #groupNamed(wallet: string, asset: string): Group | undefined {
    for (const position of this.positions.values()) {
      const group = this.group(position)
      if (group.wallet === wallet && group.asset === asset) return group
    }
    return undefined
  }

  /** One step of the ladder of a wallet that is due; `false` where the rules forbid it. */
  liquidate(
    wallet: string,
    { asset, step, fills }: { asset: string; step: string; fills?: NaiveFills | undefined },
  ): boolean {
    const group = this.#groupNamed(wallet, asset)
    if (!group || !this.isDue(group)) return false
    if (step === 'margin') return this.#addMargin(group)
    const orders = this.#ordersOf(group)
    if (step === 'cancel') for (const each of orders) this.#endOrder(each)
    if (step === 'cancel') return orders.length > 0
    const hedges = hedgesIn(group)
    if (step === 'net') for (const symbol of hedges) this.#net(group.user, symbol)
    if (step === 'net') return hedges.length > 0
    if (orders.length > 0 || hedges.length > 0) return false
    if (step === 'reduce') this.#slice(group, fills)
    else if (this.equity(group) > 0n) return false
    else this.#deleverage(this.#largest(group))
    this.#settleExits()
    return true
  }

  #endOrder(order: NaiveOrder | NaiveRequest | NaiveExits): void {
    if ('triggers' in order) this.exits.delete(keyOf(order))
    else this.cancel(order.name)
  }

  #ordersOf({ user, asset, isolated, positions: [position] }: Group) {
    return [...this.book, ...this.waiting, ...this.exits.values()].filter((each) =>
      isolated
        ? position !== undefined && keyOf(each) === keyOf(position)
        : each.user === user && of(each.symbol).asset === asset,
    )
  }

  /** Automatic margin: what makes the position safe, or what there is where that saves it. */
  #addMargin(group: Group): boolean {
    const { user, asset, isolated, positions } = group
    const [position] = positions
    if (!isolated || !position || !this.automatic.has(keyOf(position))) return false
    const [equity, requirement] = [this.equity(group), this.requirement(group)]
    const amount = min(up(requirement * 5n, 4n) - equity, this.#mayLeave(user, asset))
    if (equity + amount <= requirement) return false
    this.#pay(walletName(user), group.wallet, [asset, amount])
    return true
  }

  /** What both legs have in common is closed at the mark, and costs nothing. */
  #net(user: string, symbol: string): void {
    const lotsOf = (side: NaiveSide) =>
      size(this.positions.get(keyOf({ user, symbol, side }))?.lots ?? 0n)
    const lots = min(lotsOf('long'), lotsOf('short'))
    const trade = { lots, ticks: this.#mark(symbol), rate: 0n, liquidation: false }
    this.#trade({ user, symbol, side: 'short', buys: true }, trade)
    this.#trade({ user, symbol, side: 'long', buys: false }, trade)
  }

  /** One lot more after the other, until there are enough. */
  #slice(group: Group, fills: NaiveFills | undefined): void {
    const position = this.#largest(group)
    const { user, symbol, side } = position
    const [equity, requirement] = [this.equity(group), this.requirement(group)]
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
    const order = { name: 'slice', user, symbol, side, buys: !sells, ticks, taker: TAKER }
    if (equity <= 0n)
      lots = this.#payable({ ...order, lots, ...(fills ? { fills } : {}) }, position)
    if (lots === 0n) return
    const within = fills?.filter(([price]) => (sells ? price >= ticks : price <= ticks))
    if (within) this.#fill({ ...order, lots }, within, true)
    else this.#match({ ...order, lots }, true)
  }

  #requirementWithout(position: NaivePosition, lots: bigint): bigint {
    const { lots: before } = position
    position.lots -= before > 0n ? lots : -lots
    // In ADL nothing may be left of it: then it asks for nothing.
    const left = this.requirement(this.group(position))
    position.lots = before
    return left
  }

  /** The most lots, found by halving, whose shortage the fund may pay. */
  #payable(order: Omit<NaiveRequest, 'maker'>, position: NaivePosition): bigint {
    const budget = this.#fundBudget(order.symbol)
    const isPayable = (lots: bigint): boolean => {
      let [found, worth] = [0n, 0n]
      const offers =
        order.fills ??
        this.#opposite(order).map(({ ticks, left }): NaiveFills[number] => [ticks, left])
      for (const [ticks, left] of offers) {
        const part = min(lots - found, left)
        found += part
        worth += part * ticks
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
    const { symbol, cost, settled } = position
    const group = this.group(position)
    const share = up((cost + settled) * lots, size(position.lots))
    const fee = up(this.#magnitude(symbol, lots, ticks) * TAKER, WHOLE)
    const result = this.#value(symbol, position.lots > 0n ? lots : -lots, ticks) - share
    const profits = group.positions
      .filter((each) => each !== position)
      .reduce((sum, each) => sum + positive(this.#profit(each)), 0n)
    return positive(fee - result - this.wallet(group) - profits)
  }

  /** The house account first, then who gained most, then the house account once more. */
  #deleverage(position: NaivePosition): void {
    const { symbol } = position
    const own = { ...position }
    const sells = position.lots > 0n
    const found = this.#bankruptcy(position) ?? this.#mark(symbol)
    const ticks = min(2n ** 31n - 1n, max(1n, found))
    const against = houseAccountLeg(symbol, sells)
    const held = this.positions.get(keyOf(against))?.lots ?? 0n
    const wanted = size(position.lots)
    const first = held !== 0n && held > 0n !== sells ? min(wanted, size(held)) : 0n
    const shares = this.#shares(this.#gainers(position, ticks), wanted - first)
    const trade = (other: Leg, lots: bigint): void => {
      if (lots === 0n) return
      const terms = { lots, ticks, rate: 0n, liquidation: false }
      const both = sells ? [other, own] : [own, other]
      for (const [at, { user, side }] of both.entries())
        this.#trade({ user, symbol, side, buys: at === 0 }, terms)
    }
    trade(against, first)
    let left = wanted - first
    for (const [other, lots] of shares) {
      trade(other, lots)
      left -= lots
    }
    trade(against, left)
  }

  /** By PnL/collateral · requirement/equity; who stays above the requirement; the net part. */
  #gainers({ symbol, user, lots: against }: NaivePosition, ticks: bigint): Gainer[] {
    const mark = this.#mark(symbol)
    return [...this.positions.values()]
      .filter((each) => each.symbol === symbol && each.user !== HOUSE_ACCOUNT && each.user !== user)
      .filter(({ lots }) => lots > 0n !== against > 0n)
      .flatMap((position): Gainer[] => {
        const { side, cost } = position
        const hedge = { ...position, side: opposite(side) }
        const lots =
          size(position.lots) -
          size(side === 'net' ? 0n : (this.positions.get(keyOf(hedge))?.lots ?? 0n))
        const closing = position.lots > 0n ? lots : -lots
        const gain = this.#value(symbol, position.lots, mark) - cost
        const group = this.group(position)
        const [equity, asked] = [this.equity(group), this.requirement(group)]
        if (gain <= 0n || lots <= 0n || equity <= asked) return []
        const moved = this.#value(symbol, closing, ticks) - this.#value(symbol, closing, mark)
        if (equity + moved <= this.#requirementWithout(position, lots)) return []
        const score = [gain * asked, this.wallet(group) * equity] as const
        return [{ leg: { user: position.user, symbol, side }, lots, score }]
      })
      .toSorted((a, b) => {
        const [one, other] = [a.score[0] * b.score[1], b.score[0] * a.score[1]]
        return one === other ? (keyOf(a.leg) < keyOf(b.leg) ? -1 : 1) : one > other ? -1 : 1
      })
  }

  #shares(gainers: readonly Gainer[], wanted: bigint): (readonly [Leg, bigint])[] {
    const shares: (readonly [Leg, bigint])[] = []
    let left = wanted
    for (let fifth = 0; fifth < 5; fifth++) {
      const members = gainers.filter((_, at) => Math.floor((at * 5) / gainers.length) === fifth)
      const total = members.reduce((sum, { lots }) => sum + lots, 0n)
      const part = min(left, total)
      const parts = members.map(({ leg, lots }) => ({
        leg,
        lots: total === 0n ? 0n : (lots * part) / total,
        rest: total === 0n ? 0n : (lots * part) % total,
      }))
      let over = part - parts.reduce((sum, { lots }) => sum + lots, 0n)
      const byRest = parts.toSorted((a, b) =>
        a.rest === b.rest ? (keyOf(a.leg) < keyOf(b.leg) ? -1 : 1) : a.rest > b.rest ? -1 : 1,
      )
      for (const each of byRest) if (over-- > 0n) each.lots++
      for (const { leg, lots } of parts) if (lots > 0n) shares.push([leg, lots])
      left -= part
    }
    return shares
  }
}

/** Wallets of a user beside those of isolated positions. */
export type NaiveWallet = 'spot' | 'futures' | 'margin'

export interface NaiveMove {
  readonly asset: string
  readonly amount: bigint
  readonly from: NaiveWallet
  readonly to: NaiveWallet
}

export interface NaiveAmendment extends Pick<NaiveRequest, 'ticks' | 'fills'> {
  /** What is to be open of it, beside what has traded. */
  readonly left: bigint
  readonly filled: bigint
}

/** An order that the exchange makes of a command. */
export type NaiveTerms = Pick<NaiveRequest, 'name' | 'ticks' | 'fills' | 'maker' | 'taker'>

/** At the market against a position of so many lots, signed. */
const atMarket = (
  { user, symbol, side }: Leg,
  { lots, ...terms }: NaiveTerms & { readonly lots: bigint; readonly reduceOnly: boolean },
): NaiveRequest => ({
  ...terms,
  user,
  symbol,
  side,
  buys: lots < 0n,
  lots: size(lots),
  market: true,
})

/** What traded, and the exits that it brings. */
interface Traded extends Leg, Pick<NaiveOrder, 'buys'> {
  readonly name?: string
  readonly exits?: NaiveTriggers | undefined
}

interface Thought {
  readonly side: NaiveSide
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

interface Trade extends Liquidated {
  readonly lots: bigint
  readonly ticks: bigint
  readonly rate: bigint
}

interface Gainer {
  readonly leg: Leg
  readonly lots: bigint
  readonly score: readonly [top: bigint, bottom: bigint]
}

const SIDES = ['net', 'long', 'short'] as const
const opposite = (side: NaiveSide): NaiveSide => (side === 'long' ? 'short' : 'long')
const houseAccountLeg = (symbol: string, buys: boolean) =>
  ({ user: HOUSE_ACCOUNT, symbol, side: 'net', buys }) as const

/** Symbols with both legs in the group. */
const hedgesIn = ({ positions }: Group): string[] =>
  positions
    .filter(({ side }) => side === 'long')
    .map(({ symbol }) => symbol)
    .filter((symbol) => positions.some((each) => each.symbol === symbol && each.side === 'short'))

const walletName = (user: string): string => (user === HOUSE_ACCOUNT ? 'house' : `futures ${user}`)

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
