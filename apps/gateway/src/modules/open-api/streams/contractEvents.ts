import { formatUnits } from '@x/decimal'
import {
  crossOwner,
  groupsOf,
  isolatedOwner,
  requirementOf,
  unrealised,
} from '../../../exchange/futures/margin.ts'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { magnitudeOf } from '../../../exchange/instruments/contractTerms.ts'
import type { Effects } from '../../../exchange/state/effects.ts'
import { contractOf, type ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type { DoneFuturesFill } from '../../../exchange/state/futuresOrder.ts'
import { settingsOf, type FuturesPosition } from '../../../exchange/state/futuresState.ts'
import { createMarginCalls, riskEventsOf } from '../../futures/ports/riskEvents.ts'
import { averageTicks } from '../../futures/ports/positionViews.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { assetText, averageText, priceText, sizeText } from '../texts.ts'
import {
  contractById,
  contractOrderView,
  contractStatusOf,
  isShown,
  positionSideOf,
  type ContractOrder,
} from '../futures/contractViews.ts'

export interface ContractEventOptions {
  readonly owner: Trader
  readonly now: number
  readonly view: ExchangeView
  /** An order as it was before; `undefined` for a new one. */
  readonly before: (id: number) => ContractOrder | undefined
}

/** What one record did to a futures account, as events of its user data stream, in their order. */
export function contractEvents(effects: Effects, options: ContractEventOptions): object[] {
  const { owner, now } = options
  const { futures } = effects
  const isOwn = (of: Trader) => of.realm === owner.realm && of.userId === owner.userId
  const orders = (futures?.orders ?? []).filter((order) => isOwn(order) && isShown(order))
  const reports = orders.flatMap((order) =>
    orderReports(order, {
      ...options,
      at: effects.at,
      fills: (futures?.fills ?? []).filter((fill) => fill.order.id === order.id),
    }),
  )
  const account = accountUpdate(effects, options)
  const settings = (futures?.accounts ?? []).filter(isOwn)
  const config = settings.length > 0 && !account && reports.length === 0
  return [
    ...(account ? [account] : []),
    ...reports,
    ...(config ? configEvents(settings, { now, at: effects.at }) : []),
  ]
}

interface ReportOptions extends ContractEventOptions {
  readonly at: number
  readonly fills: readonly DoneFuturesFill[]
}

function orderReports(order: ContractOrder, options: ReportOptions): object[] {
  const { before, fills } = options
  const former = before(order.id)
  const report = (execution: Execution) => orderReport(order, { ...options, ...execution })
  const reports: object[] = []
  const traded = fills.reduce((sum, { lots }) => sum + lots, 0)
  const start = order.filledLots - traded
  const hasFired = former?.firedAt === undefined && order.firedAt !== undefined && former
  if (!former || hasFired) reports.push(report({ type: 'NEW', status: 'NEW', filled: start }))
  else if (former.ticks !== order.ticks || former.lots !== order.lots)
    reports.push(report({ type: 'AMENDMENT', filled: start }))
  let filled = start
  let tickLots = fills.reduce(
    (sum, fill) => sum - BigInt(fill.ticks) * BigInt(fill.lots),
    order.filledTickLots,
  )
  for (const fill of fills) {
    filled += fill.lots
    tickLots += BigInt(fill.ticks) * BigInt(fill.lots)
    const isLast = filled === order.filledLots && order.status === 'filled'
    const status = isLast ? 'FILLED' : 'PARTIALLY_FILLED'
    reports.push(report({ type: 'TRADE', status, filled, tickLots, fill }))
  }
  if (order.status === 'cancelled' && former?.status !== 'cancelled') {
    const status = contractStatusOf(order)
    reports.push(report({ type: status, status, filled }))
  }
  return reports
}

interface Execution {
  readonly type: string
  readonly status?: string
  readonly filled: number
  /** What was filled until then, in ticks times lots; of a trade only. */
  readonly tickLots?: bigint
  readonly fill?: DoneFuturesFill
}

function orderReport(
  order: ContractOrder,
  { now, at, type, status, filled, tickLots = 0n, fill }: ReportOptions & Execution,
): object {
  const spec = contractById(order.symbol)
  const view = contractOrderView(order)
  const { activatePrice, priceRate } = view as { activatePrice?: string; priceRate?: string }
  return {
    e: 'ORDER_TRADE_UPDATE',
    E: now,
    T: at,
    o: {
      s: view.symbol,
      c: view.clientOrderId,
      S: view.side,
      o: view.type,
      f: view.timeInForce,
      q: view.origQty,
      p: view.price,
      ap: averageText(tickLots, fill ? filled : 0, spec),
      sp: view.stopPrice,
      x: type,
      X: status ?? view.status,
      i: view.orderId,
      l: sizeText(fill?.lots ?? 0, spec),
      z: sizeText(filled, spec),
      L: priceText(fill?.ticks ?? 0, spec),
      N: spec.marginAsset,
      n: fill ? assetText(fill.fee, spec.marginAsset) : '0',
      T: at,
      t: fill?.id ?? 0,
      b: '0',
      a: '0',
      m: fill?.role === 'maker',
      R: view.reduceOnly,
      wt: view.workingType,
      ot: view.origType,
      ps: view.positionSide,
      cp: view.closePosition,
      ...(priceRate === undefined ? {} : { AP: activatePrice, cr: priceRate }),
      pP: false,
      si: 0,
      ss: 0,
      rp: fill ? assetText(fill.result, spec.marginAsset) : '0',
      V: view.selfTradePreventionMode,
      pm: 'NONE',
      gtd: 0,
    },
  }
}

/** Balances and positions after a record; `undefined` where it changed neither. */
function accountUpdate(
  effects: Effects,
  { owner, now, view }: ContractEventOptions,
): object | undefined {
  const isOwn = (of: Trader) => of.realm === owner.realm && of.userId === owner.userId
  const cross = crossOwner(owner.userId)
  const prefix = `${cross}/`
  const wallets = effects.accounts.filter(
    (each) =>
      each.realm === owner.realm &&
      each.asset === 'USDT' &&
      (each.owner === cross || each.owner.startsWith(prefix)),
  )
  const positions = (effects.futures?.positions ?? []).filter(
    (each) => isOwn(each) && isShown(each),
  )
  if (wallets.length === 0 && positions.length === 0) return undefined
  return {
    e: 'ACCOUNT_UPDATE',
    E: now,
    T: effects.at,
    a: {
      m: reasonOf(effects, owner),
      B: wallets.length === 0 ? [] : [balanceOf(view, owner)],
      P: positions.map((position) => positionEvent(view, position)),
    },
  }
}

function reasonOf(effects: Effects, owner: Trader): string {
  const { futures } = effects
  if (futures?.fills.some(({ order }) => order.userId === owner.userId)) return 'ORDER'
  if (futures?.moves.some(({ to }) => to === 'futures')) return 'DEPOSIT'
  if (futures?.moves.some(({ from }) => from === 'futures')) return 'WITHDRAW'
  if (riskEventsOf(effects, owner).some(({ kind }) => kind === 'funding')) return 'FUNDING_FEE'
  return 'ADJUSTMENT'
}

/** The wallet with all isolated margin, and the cross wallet alone. */
function balanceOf(view: ExchangeView, owner: Trader) {
  const cross = view.accounts.spendable(owner.realm, crossOwner(owner.userId), 'USDT')
  const isolated = [...accountAsIs(view, owner).positions.values()]
    .filter(isShown)
    .filter(({ symbol }) => isIsolated(view, owner, symbol))
    .reduce(
      (sum, position) =>
        sum + view.accounts.spendable(owner.realm, isolatedOwner(position), 'USDT'),
      0n,
    )
  const text = (atoms: bigint) => formatUnits(atoms, scaleOf('USDT'))
  return { a: 'USDT', wb: text(cross + isolated), cw: text(cross), bc: '0' }
}

const isIsolated = (view: ExchangeView, owner: Trader, symbol: string): boolean =>
  settingsOf(accountAsIs(view, owner), symbol).marginMode === 'isolated'

function positionEvent(view: ExchangeView, position: FuturesPosition) {
  const spec = contractById(position.symbol)
  const market = contractOf(view, position.symbol)
  const lots = Math.abs(position.lots)
  const value = position.cost < 0n ? -position.cost : position.cost
  const isOwnMargin = isIsolated(view, position, position.symbol)
  const margin = isOwnMargin
    ? view.accounts.spendable(position.realm, isolatedOwner(position), spec.marginAsset)
    : 0n
  return {
    s: spec.symbol,
    pa: (position.lots < 0 ? '-' : '') + sizeText(lots, spec),
    ep: formatUnits(averageTicks(market, { lots, value }), spec.pricePlace),
    bep: '0',
    cr: assetText(position.result, spec.marginAsset),
    up: assetText(position.lots === 0 ? 0n : unrealised(view, position), spec.marginAsset),
    mt: isOwnMargin ? 'isolated' : 'cross',
    iw: assetText(margin, spec.marginAsset),
    ps: positionSideOf({ positionSide: position.side }),
    ma: spec.marginAsset,
  }
}

/** One event for each contract whose leverage is set; nothing says which of them is new. */
function configEvents(
  accounts: NonNullable<Effects['futures']>['accounts'],
  { now, at }: { readonly now: number; readonly at: number },
): object[] {
  return accounts.flatMap(({ settings }) =>
    settings
      .filter(([symbol]) => isShown({ symbol }))
      .map(([symbol, { leverage }]) => ({
        e: 'ACCOUNT_CONFIG_UPDATE',
        E: now,
        T: at,
        ac: { s: contractById(symbol).symbol, l: leverage },
      })),
  )
}

/** Margin calls of an account: each level once, until the ratio has been below it. */
export function createCallEvents(view: ExchangeView, owner: Trader) {
  const calls = createMarginCalls(view, owner)
  calls.standing(0)
  return (now: number): object[] => {
    if (calls.next(now).length === 0) return []
    const groups = groupsOf(view, accountAsIs(view, owner)).filter(({ asset }) => asset === 'USDT')
    const positions = groups.flatMap((group) =>
      group.positions.map((position) => ({
        ...callView(view, position),
        mm: formatUnits(requirementOf(view, group), scaleOf('USDT')),
      })),
    )
    const cw = formatUnits(
      view.accounts.spendable(owner.realm, crossOwner(owner.userId), 'USDT'),
      scaleOf('USDT'),
    )
    return [{ e: 'MARGIN_CALL', E: now, cw, p: positions }]
  }
}

function callView(view: ExchangeView, position: FuturesPosition) {
  const { s, ps, pa, mt, iw, up } = positionEvent(view, position)
  const spec = contractById(position.symbol)
  const mark = view.futures.prices.get(position.symbol)?.mark ?? 0
  const { terms } = contractOf(view, position.symbol)
  const notional = magnitudeOf(terms, Math.abs(position.lots), mark)
  const fields = { s, ps, pa, mt: mt.toUpperCase(), iw, mp: priceText(mark, spec), up }
  return { ...fields, notional: assetText(notional, spec.marginAsset) }
}
