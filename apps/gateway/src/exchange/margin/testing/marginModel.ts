import type { ExchangeCommand, OrderChanges } from '../../state/command.ts'
import type { DoneFill, SpotOrder } from '../../state/order.ts'
import type { ExchangeState } from '../../state/state.ts'
import { modelStep, type LadderQuestion, type ModelStep } from './ladderModel.ts'

/** Decimals and collateral of the assets of the model, as the published tables have them. */
const TABLE: Readonly<Record<string, { readonly scale: number; readonly percent: bigint }>> = {
  USDT: { scale: 8, percent: 100n },
  BTC: { scale: 8, percent: 95n },
  ETH: { scale: 18, percent: 95n },
  DOGE: { scale: 8, percent: 80n },
}

const ASSETS = Object.keys(TABLE)

/** Atoms of a lot, quote atoms of a tick of a lot, and decimals of a price. */
const LOT: Readonly<Record<string, readonly [base: bigint, quote: bigint, places: number]>> & {
  readonly BTCUSDT: readonly [bigint, bigint, number]
} = {
  BTCUSDT: [1_000n, 10n, 2],
  ETHUSDT: [10n ** 14n, 100n, 2],
  DOGEUSDT: [10n ** 8n, 1_000n, 5],
}

type Isolated = `margin:${string}`
type Account = 'spot' | 'margin' | Isolated
interface Wallet {
  readonly realm: string
  readonly userId: string
  readonly account: Account
}

/** What an order has been given: of its own, and in the pool. */
interface Kept {
  own: bigint
  line: bigint
  /** It goes at the market, so each fill takes what it costs. */
  isAtMarket: boolean
  /** It waits for a price, alone or beside its limit: what it keeps is enough for either. */
  isArmed: boolean
  /** What was asked for, amendments included, and how many lots of it have traded. */
  terms: OrderChanges
  traded: number
}

type Placing = Extract<ExchangeCommand, { kind: 'place' | 'paperPlace' | 'wait' }>
/** What the engine would match of an order at the market. */
type Preview = ModelInput['preview']

/**
 * Margin accounts as plain maps of text keys, written from futures 7 alone: every amount is
 * computed anew for each question, nothing is shared with the exchange. Which orders trade is the
 * engine's: the model gets the fills and computes what they cost.
 */
export function createMarginModel() {
  /** `live/7/margin/USDT` -> atoms. Principal and interest are apart. */
  const cash = new Map<string, bigint>()
  const principal = new Map<string, bigint>()
  const interest = new Map<string, bigint>()
  const counted = new Map<string, number>()
  const pool = new Map<string, bigint>()
  const kept = new Map<number, Kept>()
  const orders = new Map<number, SpotOrder>()
  const prices = new Map<string, bigint>()
  const rates = new Map<string, bigint>()
  const leverages = new Map<string, number>()
  const keys = new Set<string>()
  /** `live/USDT` -> atoms of the fund that liquidations pay into. */
  const fund = new Map<string, bigint>()
  const liquidating = new Map<string, Wallet>()
  let pricesAt = 0

  const get = (map: Map<string, bigint>, key: string): bigint => map.get(key) ?? 0n
  const add = (map: Map<string, bigint>, key: string, value: bigint) =>
    void map.set(key, get(map, key) + value)
  const nameOf = ({ realm, userId, account }: Wallet) => `${realm}/${userId}/${account}`
  const walletOf = (order: SpotOrder): Wallet => ({
    realm: order.realm,
    userId: order.userId,
    account: order.account === undefined ? 'spot' : accountOf(order),
  })
  const accountOf = ({ account, symbol }: Pick<SpotOrder, 'account' | 'symbol'>): Account =>
    account === 'cross' ? 'margin' : isolatedIn(symbol)
  const isolatedIn = (symbol: string): Isolated => `margin:${symbol}`
  const isIsolated = ({ account }: Wallet) => account.startsWith('margin:')
  const assetsOf = ({ side, symbol }: Pick<SpotOrder, 'side' | 'symbol'>) => {
    const base = symbol.replace('USDT', '')
    return side === 'buy' ? (['USDT', base] as const) : ([base, 'USDT'] as const)
  }

  function heldIn(wallet: Wallet, asset: string): bigint {
    let held = 0n
    for (const [id, { own }] of kept) {
      const order = orders.get(id)
      if (order && nameOf(walletOf(order)) === nameOf(wallet) && assetsOf(order)[0] === asset)
        held += own
    }
    return held
  }

  function reserved(filter: (order: SpotOrder) => boolean, asset: string): bigint {
    let sum = 0n
    for (const [id, { line }] of kept) {
      const order = orders.get(id)
      if (order && filter(order) && assetsOf(order)[0] === asset) sum += line
    }
    return sum
  }

  const linesOf = (wallet: Wallet, asset: string) =>
    reserved((order) => nameOf(walletOf(order)) === nameOf(wallet), asset)
  const freePool = (realm: string, asset: string) =>
    get(pool, `${realm}/${asset}`) - reserved((order) => order.realm === realm, asset)
  const free = (wallet: Wallet, asset: string) =>
    get(cash, `${nameOf(wallet)}/${asset}`) - heldIn(wallet, asset)
  const owed = (wallet: Wallet, asset: string) =>
    get(principal, `${nameOf(wallet)}/${asset}`) + get(interest, `${nameOf(wallet)}/${asset}`)
  const hourly = (amount: bigint, asset: string) => {
    const [top, bottom] = [amount * get(rates, asset), 240_000_000_000n]
    return top % bottom === 0n ? top / bottom : top / bottom + 1n
  }

  /** Assets and debts as numerators over one denominator, with a change before the question. */
  function worth(wallet: Wallet, change: Readonly<Record<string, readonly [bigint, bigint]>> = {}) {
    let [assets, debts] = [0n, 0n]
    for (const [asset, { scale, percent }] of Object.entries(TABLE)) {
      const [more, debt] = change[asset] ?? [0n, 0n]
      const line = linesOf(wallet, asset)
      const unit = get(prices, asset) * 10n ** BigInt(18 - scale)
      const counts = wallet.account === 'margin' ? percent : 100n
      assets += (get(cash, `${nameOf(wallet)}/${asset}`) + line + more) * unit * counts
      debts += (owed(wallet, asset) + line + debt) * unit * 100n
    }
    return { assets, debts }
  }

  /** Initial and liquidation level of a wallet, in parts of 1,000. */
  function levels(wallet: Wallet): { leave: bigint; borrow: bigint; due: bigint } {
    if (wallet.account === 'margin') return { leave: 2_000n, borrow: 1_500n, due: 1_100n }
    const leverage = leverages.get(nameOf(wallet)) ?? 10
    if (leverage === 3) return { leave: 1_500n, borrow: 1_500n, due: 1_180n }
    if (leverage === 5) return { leave: 1_250n, borrow: 1_250n, due: 1_150n }
    return { leave: 1_111n, borrow: 1_111n, due: 1_050n }
  }

  const isFresh = (at: number) => pricesAt > 0 && at <= pricesAt + 10_000
  const owes = (wallet: Wallet) => Object.keys(TABLE).some((asset) => owed(wallet, asset) > 0n)

  function isDue(wallet: Wallet, at: number): boolean {
    if (!owes(wallet) || !isFresh(at)) return false
    if (liquidating.has(nameOf(wallet))) return !isSafe(wallet, worth(wallet))
    const { assets, debts } = worth(wallet)
    return assets * 1_000n <= debts * levels(wallet).due
  }

  const isBarred = (wallet: Wallet, at: number) =>
    liquidating.has(nameOf(wallet)) || isDue(wallet, at)

  /** At the call level or above: 1.3, or the middle of the two levels of a leverage. */
  function isSafe(wallet: Wallet, of: { assets: bigint; debts: bigint }): boolean {
    const { leave, due } = levels(wallet)
    const call = wallet.account === 'margin' ? 2_600n : leave + due
    return of.assets * 2_000n >= of.debts * call
  }

  function isEnough(wallet: Wallet, of: { assets: bigint; debts: bigint }, level: bigint) {
    if (of.debts === 0n) return true
    const [left, right] = [of.assets * 1_000n, of.debts * level]
    return wallet.account === 'margin' ? left > right : left >= right
  }

  const belongs = (wallet: Wallet, asset: string) =>
    !isIsolated(wallet) || asset === 'USDT' || wallet.account === `margin:${asset}USDT`

  function whyNoLoan(
    wallet: Wallet,
    { asset, amount, limit, at }: { asset: string; amount: bigint; limit: string; at: number },
  ): string | undefined {
    if (!belongs(wallet, asset)) return 'loan-limit'
    if (!isFresh(at)) return 'no-mark'
    if (owed(wallet, asset) + linesOf(wallet, asset) + amount > BigInt(limit)) return 'loan-limit'
    if (amount > freePool(wallet.realm, asset)) return 'pool-empty'
    const after = worth(wallet, { [asset]: [amount, amount + hourly(amount, asset)] })
    return isEnough(wallet, after, levels(wallet).borrow) ? undefined : 'margin-level'
  }

  function lend(wallet: Wallet, asset: string, { amount, at }: { amount: bigint; at: number }) {
    const key = `${nameOf(wallet)}/${asset}`
    count(wallet, asset, at)
    if (owed(wallet, asset) === 0n) counted.set(key, Math.floor(at / 3_600_000))
    add(pool, `${wallet.realm}/${asset}`, -amount)
    add(cash, key, amount)
    add(principal, key, amount)
    add(interest, key, hourly(amount, asset))
  }

  const uncounted = (wallet: Wallet, asset: string, at: number) => {
    const last = counted.get(`${nameOf(wallet)}/${asset}`) ?? 0
    return owed(wallet, asset) === 0n ? 0 : Math.max(0, Math.floor(at / 3_600_000) - last)
  }

  /** Interest of the hours that have passed, at what was owed in them. */
  function count(wallet: Wallet, asset: string, at: number): void {
    const key = `${nameOf(wallet)}/${asset}`
    const hours = uncounted(wallet, asset, at)
    add(interest, key, BigInt(hours) * hourly(get(principal, key), asset))
    if (hours > 0) counted.set(key, Math.floor(at / 3_600_000))
  }

  function payBack(wallet: Wallet, asset: string, amount: bigint): void {
    const key = `${nameOf(wallet)}/${asset}`
    const ofInterest = amount < get(interest, key) ? amount : get(interest, key)
    add(cash, key, -amount)
    add(pool, `${wallet.realm}/${asset}`, amount)
    add(interest, key, -ofInterest)
    add(principal, key, ofInterest - amount)
  }

  function move(command: Extract<ExchangeCommand, { kind: 'walletMove' }>): string {
    const { realm, userId, asset, at } = command
    const [from, to] = [command.from, command.to].map((account) => ({
      realm,
      userId,
      account: account as Account,
    })) as [Wallet, Wallet]
    const amount = BigInt(command.atoms)
    if (from.account === to.account || amount <= 0n) return 'no-transfer'
    if (!belongs(from, asset) || !belongs(to, asset)) return 'no-transfer'
    if (from.account !== 'spot') {
      if (isBarred(from, at)) return 'being-liquidated'
      const after = worth(from, { [asset]: [-amount, 0n] })
      if (after.debts > 0n || owes(from)) {
        if (!isFresh(at)) return 'no-mark'
        if (!isEnough(from, after, levels(from).leave)) return 'margin-level'
      }
    }
    if (amount > free(from, asset)) return 'balance'
    add(cash, `${nameOf(from)}/${asset}`, -amount)
    add(cash, `${nameOf(to)}/${asset}`, amount)
    return 'done'
  }

  function loan(command: Extract<ExchangeCommand, { kind: 'marginBorrow' | 'marginRepay' }>) {
    const { realm, userId, symbol, asset, at } = command
    const wallet: Wallet = { realm, userId, account: symbol ? isolatedIn(symbol) : 'margin' }
    if (command.kind === 'marginRepay') {
      if (owed(wallet, asset) === 0n) return 'nothing-owed'
      const hours = BigInt(uncounted(wallet, asset, at))
      const inHour = hourly(get(principal, `${nameOf(wallet)}/${asset}`), asset)
      const debt = owed(wallet, asset) + hours * inHour
      const amount = BigInt(command.atoms) < debt ? BigInt(command.atoms) : debt
      if (amount > free(wallet, asset)) return 'balance'
      count(wallet, asset, at)
      payBack(wallet, asset, amount)
      return 'done'
    }
    if (isBarred(wallet, at)) return 'being-liquidated'
    const amount = BigInt(command.atoms)
    const why = whyNoLoan(wallet, { asset, amount, limit: command.limit, at })
    if (!why) lend(wallet, asset, { amount, at })
    return why ?? 'done'
  }

  /** What an order keeps back; `undefined`: more than anybody has. */
  function needs(command: Placing, preview: Preview): bigint | undefined {
    const { side, symbol, lots, budget } = command
    const [base, quote] = LOT[symbol] ?? LOT.BTCUSDT
    const ofFills = (fills: readonly (readonly [number, number])[]) =>
      fills.reduce((sum, [ticks, size]) => sum + keeps({ side, symbol, ticks }, size), 0n)
    if (command.orderType === 'market' && command.kind === 'paperPlace')
      return ofFills(command.fills)
    if (command.orderType === 'market' && side === 'sell') return BigInt(preview?.lots ?? 0) * base
    if (side === 'buy' && budget > 0) return BigInt(budget) * quote
    if (command.orderType === 'market')
      return preview?.tickLots === Infinity ? undefined : BigInt(preview?.tickLots ?? 0) * quote
    // What waits may go at its limit or at the most that its trigger allows.
    const bounds = (command.triggers ?? []).map(({ bound }) => bound)
    return keeps({ side, symbol, ticks: Math.max(command.ticks, ...bounds) }, lots)
  }

  function place(
    command: Placing,
    { placed: order, preview }: Pick<ModelInput, 'placed' | 'preview'>,
  ): string {
    const realm =
      command.kind === 'wait' ? command.realm : command.kind === 'place' ? 'live' : 'paper'
    const wallet: Wallet = { realm, userId: command.userId, account: accountOf(command) }
    const { loanLimit: limit, at } = command
    const needed = needs(command, preview)
    const why = whyNoFunds(wallet, command, { needed, limit, at })
    if (why || needed === undefined || !order) return why ?? 'done'
    const own = free(wallet, assetsOf(command)[0])
    orders.set(order.id, order)
    kept.set(order.id, {
      own: needed < own ? needed : own,
      line: needed > own ? needed - own : 0n,
      isAtMarket: command.orderType === 'market',
      isArmed: command.triggers !== undefined,
      terms: command,
      traded: 0,
    })
    return 'done'
  }

  /** Why an order cannot keep so much more back; `needed` is absent where nobody has that much. */
  function whyNoFunds(
    wallet: Wallet,
    { loan, ...sides }: Pick<SpotOrder, 'side' | 'symbol' | 'loan'>,
    {
      needed,
      limit = '0',
      at,
    }: { needed: bigint | undefined; limit: string | undefined; at: number },
  ): string | undefined {
    if (isBarred(wallet, at)) return 'being-liquidated'
    const [asset] = assetsOf(sides)
    if (needed === undefined) return 'balance'
    const amount = needed - free(wallet, asset)
    if (amount <= 0n) return undefined
    const isOnCredit = loan === 'auto' || loan === 'both'
    return isOnCredit ? whyNoLoan(wallet, { asset, amount, limit, at }) : 'balance'
  }

  type Amendment = Extract<ExchangeCommand, { kind: 'amend' | 'paperAmend' }>

  /** As if placed anew: what it needs beyond what it keeps is asked for, the rest given back. */
  function amend({ orderId, credit, at, ...changes }: Amendment): string {
    const [order, part] = [orders.get(orderId), kept.get(orderId)]
    if (!order || !part) return 'order-not-open'
    const { ticks, lots, budget, triggers = part.terms.triggers } = changes
    const terms = { ticks, lots, budget, ...(triggers ? { triggers } : {}) }
    const extra = keepsOf(order, { ...part, terms }) - part.own - part.line
    const wallet = walletOf(order)
    const own = free(wallet, assetsOf(order)[0])
    // Journals of before amendments on credit have none.
    const needed = extra > 0n ? extra : 0n
    const why = credit
      ? whyNoFunds(wallet, order, { needed, limit: credit.limit, at })
      : extra > own
        ? 'balance'
        : undefined
    if (why) return why
    part.terms = terms
    if (extra < 0n) giveBack(part, -extra)
    part.own += needed < own ? needed : own
    part.line += needed > own ? needed - own : 0n
    return 'done'
  }

  /** What is kept back for all that is left of an order. */
  const keepsOf = (order: SpotOrder, part: Kept): bigint =>
    part.terms.budget > 0
      ? BigInt(part.terms.budget) * keeps({ ...order, side: 'buy', ticks: 1 }, 1)
      : keeps({ ...order, ticks: dearest(part) }, part.terms.lots - part.traded)

  /** The price that each lot of a limit order keeps back, by whichever leg. */
  const dearest = ({ isArmed, terms: { ticks, triggers = [] } }: Kept): number =>
    isArmed ? Math.max(ticks, ...triggers.map(({ bound }) => bound)) : ticks

  /** Gives back what an order kept, of its own first; what is left of it is of the pool. */
  function giveBack(part: Kept, amount: bigint): void {
    const own = amount < part.own ? amount : part.own
    part.own -= own
    part.line -= amount - own
  }

  /** A trigger was reached: at the market all stays kept, at a limit no more than that needs. */
  function fire({ orderId, which }: Extract<ExchangeCommand, { kind: 'fire' | 'paperFire' }>) {
    const [order, part] = [orders.get(orderId), kept.get(orderId)]
    if (!order || !part) throw new RangeError(`The model does not know order ${orderId}.`)
    const { budget, lots, triggers } = part.terms
    const limit = triggers?.[which]?.limit ?? 0
    part.isArmed = false
    part.isAtMarket = limit === 0
    if (limit === 0) return
    const size = budget > 0 ? Math.floor(budget / limit) : lots
    part.terms = { ticks: limit, lots: size, budget: 0 }
    const excess = part.own + part.line - keepsOf(order, part)
    if (excess > 0n) giveBack(part, excess)
  }

  /** What so many lots of a limit order keep back. */
  const keeps = (
    { side, symbol, ticks }: { side: string; symbol: string; ticks: number },
    lots: number,
  ): bigint => {
    const [base, quote] = LOT[symbol] ?? LOT.BTCUSDT
    return BigInt(lots) * (side === 'sell' ? base : BigInt(ticks) * quote)
  }

  function fill({ order, ticks, lots, role, at }: DoneFill): void {
    const wallet = walletOf(order)
    const [spent, received] = assetsOf(order)
    const part = kept.get(order.id)
    if (!part) throw new RangeError(`The model does not know order ${order.id}.`)
    giveBack(part, keeps({ ...order, ticks: part.isAtMarket ? ticks : dearest(part) }, lots))
    part.traded += lots
    const sides = { symbol: order.symbol, ticks }
    const [base, quote] = [
      keeps({ ...sides, side: 'sell' }, lots),
      keeps({ ...sides, side: 'buy' }, lots),
    ]
    const [paid, got] = order.side === 'buy' ? [quote, base] : [base, quote]
    const lacking = paid - free(wallet, spent)
    if (lacking > 0n) lend(wallet, spent, { amount: lacking, at })
    add(cash, `${nameOf(wallet)}/${spent}`, -paid)
    const ppm = BigInt(role === 'taker' ? order.takerPpm : order.makerPpm)
    const fee = (got * ppm + 999_999n) / 1_000_000n
    add(cash, `${nameOf(wallet)}/${received}`, got - fee)
    if (order.loan !== 'repay' && order.loan !== 'both') return
    count(wallet, received, at)
    const most = [got - fee, owed(wallet, received), free(wallet, received)]
    const repaid = most.reduce((a, b) => (a < b ? a : b))
    if (repaid > 0n) payBack(wallet, received, repaid)
  }

  function hour(command: Extract<ExchangeCommand, { kind: 'marginInterest' }>): void {
    for (const [key, amount] of principal) {
      if (!key.startsWith(`${command.realm}/`) || amount + get(interest, key) === 0n) continue
      for (let last = counted.get(key) ?? 0; last < command.hour; last++) {
        counted.set(key, last + 1)
        add(interest, key, hourly(amount, key.split('/').at(-1) ?? ''))
      }
    }
  }

  function once(
    command: { kind: string; realm: string; userId: string; clientOid: string },
    then: () => string,
  ) {
    const family = command.kind === 'walletMove' ? 'move' : 'loan'
    const key = `${family} ${command.realm} ${command.userId} ${command.clientOid}`
    if (keys.has(key)) return 'key-used'
    const answer = then()
    if (answer === 'done') keys.add(key)
    return answer
  }

  function leverage(command: Extract<ExchangeCommand, { kind: 'marginLeverage' }>): string {
    const wallet = { ...command, account: isolatedIn(command.symbol) }
    const isUsed = owes(wallet) || ASSETS.some((asset) => linesOf(wallet, asset) > 0n)
    if (isUsed) return 'orders-or-positions'
    leverages.set(nameOf(wallet), command.leverage)
    return 'done'
  }

  type Liquidation = Extract<ExchangeCommand, { kind: 'marginLiquidate' }>
  const liquidated = ({ realm, userId, symbol }: Liquidation): Wallet => ({
    realm,
    userId,
    account: symbol ? isolatedIn(symbol) : 'margin',
  })
  const valueOf = (asset: string, atoms: bigint) =>
    atoms * get(prices, asset) * 10n ** BigInt(18 - (TABLE[asset]?.scale ?? 0))
  const debtsOf = (wallet: Wallet) =>
    ASSETS.filter((asset) => owed(wallet, asset) > 0n).toSorted((a, b) => {
      const [left, right] = [a, b].map((asset) => valueOf(asset, owed(wallet, asset)))
      return left === right ? (a < b ? -1 : 1) : (left ?? 0n) > (right ?? 0n) ? -1 : 1
    })

  function whyNotLiquidated(wallet: Wallet, { at, step, slice }: Liquidation): string | undefined {
    if (!isDue(wallet, at)) return 'not-due'
    const inHand = (asset: string) => get(cash, `${nameOf(wallet)}/${asset}`)
    if (step === 'shortage')
      return ASSETS.some((asset) => valueOf(asset, inHand(asset)) >= 5n * 10n ** 26n)
        ? 'not-due'
        : undefined
    if (step === 'cancel') return undefined
    if (!slice || slice.lots <= 0) return 'order-terms'
    if (isIsolated(wallet) && wallet.account !== isolatedIn(slice.symbol)) return 'order-terms'
    const [spent, received] = assetsOf(slice)
    const [base, quote] = slice.side === 'sell' ? [spent, received] : [received, spent]
    // Both in parts of 10^-16 USDT: an index price has 8 places.
    const places = LOT[slice.symbol]?.[2] ?? 2
    const [price, index] = [
      BigInt(slice.ticks) * get(prices, quote) * 10n ** BigInt(8 - places),
      get(prices, base) * 10n ** 8n,
    ]
    const isNear =
      slice.side === 'sell' ? price >= (index * 98n) / 100n : price <= (index * 102n) / 100n
    if (!isNear) return 'price-band'
    return keeps(slice, slice.lots) > inHand(spent) ? 'balance' : undefined
  }

  /** What the ladder has to judge of a wallet that is due. */
  function questionOf(wallet: Wallet): LadderQuestion {
    const has = (asset: string) => get(cash, `${nameOf(wallet)}/${asset}`)
    const isOrdered = [...kept.keys()].some((id) => {
      const order = orders.get(id)
      return order && nameOf(walletOf(order)) === nameOf(wallet)
    })
    const [debt = ''] = debtsOf(wallet)
    const { assets, debts } = worth(wallet)
    return {
      isCancelled: liquidating.has(nameOf(wallet)) && !isOrdered,
      holdings: ASSETS.map((asset) => ({
        asset,
        atoms: has(asset),
        value: valueOf(asset, has(asset)),
        percent: wallet.account === 'margin' ? (TABLE[asset]?.percent ?? 0n) : 100n,
      })),
      debt: { asset: debt, atoms: owed(wallet, debt), value: valueOf(debt, owed(wallet, debt)) },
      isSafeAfter: (lessAssets, lessDebt) =>
        isSafe(wallet, { assets: assets - lessAssets, debts: debts - lessDebt }),
      pairOf(base) {
        const [atoms, quote, places] = LOT[`${base}USDT`] ?? LOT.BTCUSDT
        const lotValue = valueOf(base, atoms)
        return { base: atoms, quote, places, index: get(prices, base), lotValue }
      },
    }
  }

  /** The next step of each wallet that is due, by its name. */
  function ladder(at: number): Map<string, ModelStep> {
    const wallets = new Map<string, Wallet>()
    for (const key of principal.keys()) {
      const [realm = '', userId = '', account = ''] = key.split('/')
      const wallet = { realm, userId, account: account as Account }
      wallets.set(nameOf(wallet), wallet)
    }
    const steps = new Map<string, ModelStep>()
    for (const [name, wallet] of wallets) {
      const step = isDue(wallet, at) ? modelStep(questionOf(wallet)) : undefined
      if (step) steps.set(name, step)
    }
    return steps
  }

  /** Interest of passed hours, no orders any more, then the slice as an order of own funds. */
  function liquidate(command: Liquidation, placed: SpotOrder | undefined): string {
    const wallet = liquidated(command)
    const why = whyNotLiquidated(wallet, command)
    if (why) return why
    liquidating.set(nameOf(wallet), wallet)
    for (const asset of ASSETS) count(wallet, asset, command.at)
    for (const id of kept.keys()) {
      const order = orders.get(id)
      if (order && nameOf(walletOf(order)) === nameOf(wallet)) kept.delete(id)
    }
    if (command.step !== 'trade' || !placed || !command.slice) return 'done'
    orders.set(placed.id, placed)
    const { ticks, lots } = command.slice
    const own = keeps(command.slice, lots)
    const terms = { ticks, lots, budget: 0 }
    kept.set(placed.id, { own, line: 0n, isAtMarket: false, isArmed: false, terms, traded: 0 })
    return 'done'
  }

  /** Dust goes to the fund, at most what is owed; fund and house account pay the pool. */
  function writeOff(wallet: Wallet): void {
    const sum = (of: (asset: string) => bigint) =>
      ASSETS.reduce((total, asset) => total + valueOf(asset, of(asset)), 0n)
    const has = sum((asset) => get(cash, `${nameOf(wallet)}/${asset}`))
    const owes = sum((asset) => owed(wallet, asset))
    for (const asset of ASSETS) {
      const key = `${nameOf(wallet)}/${asset}`
      // Of each asset the user keeps the part that is not owed, rounded up.
      const kept = has > owes ? (get(cash, key) * (has - owes) + has - 1n) / has : 0n
      const dust = get(cash, key) - kept
      add(cash, key, -dust)
      add(fund, `${wallet.realm}/${asset}`, dust)
    }
    for (const asset of debtsOf(wallet)) {
      const key = `${nameOf(wallet)}/${asset}`
      const [debt, inFund] = [owed(wallet, asset), get(fund, `${wallet.realm}/${asset}`)]
      add(fund, `${wallet.realm}/${asset}`, -(inFund < debt ? inFund : debt))
      add(pool, `${wallet.realm}/${asset}`, debt)
      principal.delete(key)
      interest.delete(key)
    }
  }

  /** The least that brings the account to its call level, found by halving. */
  function leastRepaid(wallet: Wallet, asset: string): bigint {
    const [have, debt] = [free(wallet, asset), owed(wallet, asset)]
    const feeOf = (amount: bigint) => (amount % 100n === 0n ? amount / 100n : amount / 100n + 1n)
    let most = have < debt ? have : debt
    while (most > 0n && most + feeOf(most) > have) most -= (most + feeOf(most) - have + 1n) / 2n
    const isEnoughPaid = (amount: bigint) =>
      isSafe(wallet, worth(wallet, { [asset]: [-amount - feeOf(amount), -amount] }))
    // The fee of one atom is one atom: a few atoms repaid may lower the level.
    if (isEnoughPaid(0n)) return 0n
    if (!isEnoughPaid(most)) return most
    let [low, high] = [0n, most]
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (isEnoughPaid(middle)) high = middle
      else low = middle
    }
    return high
  }

  /**
   * What the ladder repaid of each debt must be the least that was needed, or 16 atoms more: a fee
   * that is rounded up by one takes 1/(call level - 1.01) more at most.
   */
  function repayLadder(wallet: Wallet, lines: readonly LoanLine[]): string | undefined {
    for (const asset of debtsOf(wallet)) {
      const least = leastRepaid(wallet, asset)
      const paid = lines.find((line) => line.asset === asset && line.kind === 'liquidation')
      const amount = paid?.amount ?? 0n
      if (amount < least || amount > least + 16n) return `repaid ${amount} ${asset}, not ${least}`
      const fee = amount === 0n ? 0n : (amount + 99n) / 100n
      payBack(wallet, asset, amount)
      add(cash, `${nameOf(wallet)}/${asset}`, -fee)
      add(fund, `${wallet.realm}/${asset}`, fee)
    }
    return undefined
  }

  /** Ends a step of the ladder, when its slice has traded. */
  function endStep(command: Liquidation, lines: readonly LoanLine[]): string {
    const wallet = liquidated(command)
    if (command.step === 'shortage') writeOff(wallet)
    const wrong = repayLadder(wallet, lines)
    if (!owes(wallet) || isSafe(wallet, worth(wallet))) liquidating.delete(nameOf(wallet))
    return wrong ?? 'done'
  }

  /** Ends what the exchange no longer has open. */
  const forget = (open: ReadonlyMap<number, unknown>) => {
    for (const id of kept.keys()) if (!open.has(id)) kept.delete(id)
  }

  function decide(command: ExchangeCommand, input: Pick<ModelInput, 'placed' | 'preview'>): string {
    switch (command.kind) {
      case 'grant':
        for (const [asset, atoms] of Object.entries(command.funds))
          add(cash, `${command.realm}/${command.userId}/spot/${asset}`, BigInt(atoms))
        return 'done'
      case 'poolSeed':
        add(pool, `${command.realm}/${command.asset}`, BigInt(command.atoms))
        return 'done'
      case 'marginPrices':
        for (const [asset, price] of command.rows) prices.set(asset, BigInt(price))
        for (const [asset, rate] of command.rates ?? []) rates.set(asset, BigInt(rate))
        pricesAt = command.at
        for (const [name, wallet] of liquidating)
          if (!owes(wallet) || isSafe(wallet, worth(wallet))) liquidating.delete(name)
        return 'done'
      case 'walletMove':
        return once(command, () => move(command))
      case 'marginBorrow':
      case 'marginRepay':
        return once(command, () => loan(command))
      case 'place':
      case 'paperPlace':
      case 'wait':
        return place(command, input)
      case 'fire':
      case 'paperFire':
        fire(command)
        return 'done'
      case 'amend':
      case 'paperAmend':
        return amend(command)
      case 'marginInterest':
        hour(command)
        return 'done'
      case 'marginLeverage':
        return leverage(command)
      case 'marginLiquidate':
        return liquidate(command, input.placed)
      default:
        return 'done'
    }
  }

  return {
    ladder,
    /** What the exchange must answer. `fills`: what the engine matched. */
    run(command: ExchangeCommand, { fills, open, lines, ...input }: ModelInput): string {
      if (command.kind === 'cancel') kept.delete(command.orderId)
      const answer = decide(command, input)
      for (const each of fills) fill(each)
      forget(open)
      return command.kind === 'marginLiquidate' && answer === 'done'
        ? endStep(command, lines)
        : answer
    },
    /** Balances that are not those of the exchange. */
    differences({ accounts }: ExchangeState): string[] {
      const found: string[] = []
      for (const { realm, owner, asset, balance, held } of accounts.all()) {
        const [kind, rest = ''] = owner.split(':')
        const [userId = '', type = 'spot', symbol] = rest.split('/')
        const account = (symbol ? `${type}:${symbol}` : type) as Account
        const wallet = { realm, userId, account }
        const expected =
          kind === 'user'
            ? [get(cash, `${nameOf(wallet)}/${asset}`), heldIn(wallet, asset)]
            : kind === 'debt'
              ? [-owed(wallet, asset), 0n]
              : owner === 'fund:margin'
                ? [get(fund, `${realm}/${asset}`), 0n]
                : owner === 'pool'
                  ? [
                      get(pool, `${realm}/${asset}`),
                      reserved((each) => each.realm === realm, asset),
                    ]
                  : [balance, held]
        if (expected[0] !== balance || expected[1] !== held)
          found.push(`${realm} ${owner} ${asset}: ${balance} ${held}, model ${expected.join(' ')}`)
      }
      return found
    },
  }
}

export interface ModelInput {
  readonly fills: readonly DoneFill[]
  /** The order that the command placed. */
  readonly placed: SpotOrder | undefined
  /** Of a live order at the market: what the engine matches, and for how much. */
  readonly preview: { readonly lots: number; readonly tickLots: number } | undefined
  readonly open: ReadonlyMap<number, unknown>
  /** What the exchange wrote down of loans. */
  readonly lines: readonly LoanLine[]
}

interface LoanLine {
  readonly kind: string
  readonly asset: string
  readonly amount: bigint
}
