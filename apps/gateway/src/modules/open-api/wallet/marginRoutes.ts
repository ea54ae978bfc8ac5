import { api, type MarginAccount, type PlaceSpotOrderRequest } from '@x/api'
import { formatUnits, mulDiv, parseUnits } from '@x/decimal'
import type { Random } from '@x/kit'
import { MARGIN_PAIRS } from '../../../exchange/instruments/marginTerms.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import type { OrderReader } from '../createOrderReader.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { newKey } from '../newKey.ts'
import type { PageCalls } from '../pageCalls.ts'
import { mandatory, type Params } from '../params.ts'
import { ratioText } from '../texts.ts'
import { orderReadRoutes } from '../spot/accountRoutes.ts'
import { readOrder, requiredDecimal } from '../spot/orderRequest.ts'
import {
  createOrderCommands,
  type OrderProduct,
  type SpotOrderOptions,
} from '../spot/orderRoutes.ts'

export interface MarginRouteOptions extends SpotOrderOptions {
  readonly page: PageCalls
  readonly random: Random
  readonly marginReaders: Readonly<Record<'cross' | 'isolated', OrderReader>>
}

const signed = { pool: 'wallet', security: 'signed' } as const
const read = { ...signed, method: 'GET', permission: 'read' } as const
const write = { ...signed, method: 'POST', permission: 'margin' } as const
/** Places of USDT and BTC in answers. */
const PLACES = 8
const [DEFAULT_ROWS, MOST_ROWS] = [10, 100]

/** Margin accounts: cross, and isolated of a pair. */
export function marginRoutes(options: MarginRouteOptions): DialectRoute[] {
  return [
    ...loanRoutes(options),
    ...marginAccountRoutes(options),
    ...marginLimitRoutes(options),
    ...marginOrderRoutes(options),
    ...marginReadRoutes(options),
  ]
}

const isIsolated = (params: Params): boolean => params.flag('isIsolated') ?? false

/** The pair of an isolated account; `undefined`: the cross account. */
const isolatedPair = (params: Params): string | undefined =>
  isIsolated(params) ? params.symbol().symbol : undefined

function loanRoutes({ page, random }: MarginRouteOptions): DialectRoute[] {
  async function lend({ params, caller, address }: DialectCall, kind: 'borrow' | 'repay') {
    const who = caller()
    const symbol = isolatedPair(params)
    const loan = {
      ...(symbol === undefined ? {} : { symbol }),
      asset: params.required('asset'),
      amount: requiredDecimal(params, 'amount'),
      clientOid: newKey(random),
    }
    who.assertInTime()
    const call = { session: who.session, address }
    await page(kind === 'borrow' ? api.margin.borrow : api.margin.repay, { ...call, params: loan })
    const { items } = await page(api.margin.loans, { ...call, params: { kind, limit: '1' } })
    return { tranId: Number(items[0]?.loanId ?? 0) }
  }
  const KINDS = { BORROW: 'borrow', REPAY: 'repay' } as const
  return [
    {
      ...write,
      path: '/sapi/v1/margin/loan',
      summary: 'Borrows for a margin account.',
      weight: 10,
      handler: (call) => lend(call, 'borrow'),
    },
    {
      ...write,
      path: '/sapi/v1/margin/repay',
      summary: 'Repays what a margin account owes.',
      weight: 10,
      handler: (call) => lend(call, 'repay'),
    },
    {
      ...write,
      path: '/sapi/v1/margin/borrow-repay',
      summary: 'Borrows or repays, as `type` says.',
      weight: 10,
      handler: (call) => {
        const type = call.params.oneOf('type', ['BORROW', 'REPAY'])
        if (type === undefined) throw mandatory('type')
        return lend(call, KINDS[type])
      },
    },
  ]
}

function marginAccountRoutes({ page, trading }: MarginRouteOptions): DialectRoute[] {
  const accountsOf = ({ caller, address }: DialectCall) =>
    page(api.margin.accounts, { session: caller().session, address, params: {} })
  const btcOf = (usdt: bigint): bigint => {
    const price = trading.core.state.margin.prices.get('BTC') ?? 0n
    return price === 0n ? 0n : mulDiv(usdt, 10n ** BigInt(PLACES), { by: price, mode: 'down' })
  }
  const totals = (accounts: readonly MarginAccount[], suffix: 'OfBtc') => {
    const sum = (of: 'assetsValue' | 'debtsValue') =>
      accounts.reduce((total, each) => total + atoms(each[of] ?? '0'), 0n)
    const [assets, debts] = [btcOf(sum('assetsValue')), btcOf(sum('debtsValue'))]
    return {
      [`totalAsset${suffix}`]: amount(assets),
      [`totalLiability${suffix}`]: amount(debts),
      [`totalNetAsset${suffix}`]: amount(assets - debts),
    }
  }
  return [
    {
      ...read,
      path: '/sapi/v1/margin/account',
      summary: 'The cross margin account.',
      weight: 10,
      handler: async (call) => {
        const [cross] = await accountsOf(call)
        if (!cross) throw new DialectError('UNKNOWN')
        return {
          borrowEnabled: !cross.isLiquidating,
          marginLevel: cross.level ?? NO_DEBT,
          ...totals([cross], 'OfBtc'),
          tradeEnabled: !cross.isLiquidating,
          transferEnabled: !cross.isLiquidating,
          transferInEnabled: true,
          transferOutEnabled: !cross.isLiquidating,
          accountType: 'MARGIN_1',
          userAssets: cross.assets.map(marginAssetView),
        }
      },
    },
    {
      ...read,
      path: '/sapi/v1/margin/isolated/account',
      summary: 'The isolated margin accounts, by pair.',
      weight: 10,
      handler: async (call) => {
        const named = call.params.text('symbols')?.split(',')
        const isolated = (await accountsOf(call)).filter(
          ({ symbol }) => symbol !== null && (named?.includes(symbol) ?? true),
        )
        return {
          assets: isolated.map(isolatedView),
          ...(named ? {} : totals(isolated, 'OfBtc')),
        }
      },
    },
  ]
}

/** The level of an account that owes nothing. */
const NO_DEBT = '999'

type MarginAsset = MarginAccount['assets'][number]
const atoms = (text: string): bigint => parseUnits(text, PLACES) ?? 0n
const amount = (value: bigint): string => formatUnits(value, PLACES)
/** Assets have up to 18 decimals. */
const WIDE = 18
const wide = (text: string): bigint => parseUnits(text, WIDE) ?? 0n

function marginAssetView({ asset, balance, available, principal, interest }: MarginAsset) {
  const text = (value: bigint) => formatUnits(value, WIDE, { trim: true })
  return {
    asset,
    borrowed: principal,
    free: available,
    interest,
    locked: text(wide(balance) - wide(available)),
    netAsset: text(wide(balance) - wide(principal) - wide(interest)),
  }
}

function isolatedView(account: MarginAccount) {
  const symbol = account.symbol ?? ''
  const { base, quote } = requireSymbol(symbol)
  const none = { balance: '0', available: '0', principal: '0', interest: '0', reserved: '0' }
  const view = (asset: string) => {
    const own = account.assets.find((each) => each.asset === asset) ?? { asset, ...none }
    return {
      ...marginAssetView(own),
      totalAsset: own.balance,
      borrowEnabled: !account.isLiquidating,
      repayEnabled: true,
    }
  }
  return {
    symbol,
    isolatedCreated: true,
    enabled: true,
    marginLevel: account.level ?? NO_DEBT,
    marginLevelStatus: account.isLiquidating ? 'FORCE_LIQUIDATION' : 'NORMAL',
    marginRatio: String(account.leverage),
    indexPrice: '0',
    liquidatePrice: '0',
    liquidateRate: ratioText(wide(account.liquidationLevel), 10n ** BigInt(WIDE), 4),
    tradeEnabled: !account.isLiquidating,
    baseAsset: view(base),
    quoteAsset: view(quote),
  }
}

function marginLimitRoutes({ page }: MarginRouteOptions): DialectRoute[] {
  return [
    {
      ...read,
      path: '/sapi/v1/margin/maxBorrowable',
      summary: 'How much of an asset may be borrowed now.',
      weight: 50,
      handler: async ({ params, caller, address }) => {
        const asset = params.required('asset')
        const symbol = params.text('isolatedSymbol')
        const { session } = caller()
        const found = await page(api.margin.max, {
          session,
          address,
          params: symbol === undefined ? {} : { symbol },
        })
        const own = found.find((each) => each.asset === asset)
        if (!own) throw new DialectError('INVALID_PARAMETER', `${asset} cannot be borrowed.`)
        return { amount: own.borrow, borrowLimit: own.borrow }
      },
    },
    {
      ...read,
      path: '/sapi/v1/margin/interestHistory',
      summary: 'Interest that was charged, the latest first.',
      weight: 1,
      handler: async ({ params, caller, address }) => {
        const { items } = await page(api.margin.interest, {
          session: caller().session,
          address,
          params: {
            ...textOf(params, 'asset', 'asset'),
            ...textOf(params, 'isolatedSymbol', 'symbol'),
            ...numberOf(params, 'startTime', 'from'),
            ...numberOf(params, 'endTime', 'to'),
            limit: String(
              params.integer('size', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_ROWS,
            ),
          },
        })
        const rows = items.map((line) => ({
          txId: Number(line.loanId),
          interestAccuredTime: line.createdAt,
          asset: line.asset,
          rawAsset: line.asset,
          principal: line.principalAfter,
          interest: line.amount,
          interestRate: '0',
          type: 'PERIODIC',
          isolatedSymbol: line.symbol ?? '',
        }))
        return { rows, total: rows.length }
      },
    },
    {
      ...read,
      path: '/sapi/v1/margin/allPairs',
      summary: 'The pairs of cross margin trading.',
      security: 'none',
      weight: 1,
      handler: () => MARGIN_PAIRS.map((symbol) => pairView(symbol)),
    },
    {
      ...read,
      path: '/sapi/v1/margin/isolated/allPairs',
      summary: 'The pairs of isolated margin trading.',
      security: 'none',
      weight: 1,
      handler: () => MARGIN_PAIRS.map((symbol) => pairView(symbol)),
    },
  ]
}

function pairView(symbol: string) {
  const { base, quote } = requireSymbol(symbol)
  const flags = { isMarginTrade: true, isBuyAllowed: true, isSellAllowed: true }
  return { id: symbol, symbol, base, quote, ...flags }
}

const textOf = (params: Params, name: string, field: 'asset' | 'symbol') => {
  const value = params.text(name)
  return value === undefined ? {} : { [field]: value }
}
const numberOf = (params: Params, name: string, field: 'from' | 'to') => {
  const value = params.integer(name)
  return value === undefined ? {} : { [field]: String(value) }
}

const EFFECTS = ['NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY', 'AUTO_BORROW_REPAY'] as const
const LOANS = {
  NO_SIDE_EFFECT: 'none',
  MARGIN_BUY: 'auto',
  AUTO_REPAY: 'repay',
  AUTO_BORROW_REPAY: 'both',
} as const

/** An order for a margin account, and what it borrows and repays of itself. */
function readMarginOrder(
  params: Params,
  funds: 'cross' | 'isolated',
): PlaceSpotOrderRequest & { readonly symbol: string } {
  const effect = params.oneOf('sideEffectType', EFFECTS) ?? 'NO_SIDE_EFFECT'
  return { ...readOrder(params), funds, loan: LOANS[effect] }
}

const productOf = (funds: 'cross' | 'isolated'): OrderProduct => ({
  funds,
  read: (params) => readMarginOrder(params, funds),
})

function marginOrderRoutes(options: MarginRouteOptions): DialectRoute[] {
  const commandsOf = (funds: 'cross' | 'isolated') =>
    createOrderCommands({
      ...options,
      reader: options.marginReaders[funds],
      product: productOf(funds),
    })
  const commands = { cross: commandsOf('cross'), isolated: commandsOf('isolated') }
  const of = ({ params }: DialectCall) => commands[isIsolated(params) ? 'isolated' : 'cross']
  const marked = ({ params }: DialectCall, view: object) => ({
    ...view,
    isIsolated: isIsolated(params),
  })
  return [
    {
      ...write,
      path: '/sapi/v1/margin/order',
      summary: 'Places an order for a margin account.',
      weight: 6,
      isOrder: true,
      handler: async (call) => marked(call, await of(call).place(call)),
    },
    {
      ...write,
      method: 'DELETE',
      path: '/sapi/v1/margin/order',
      summary: 'Cancels an order of a margin account.',
      weight: 10,
      handler: async (call) => marked(call, await of(call).cancel(call)),
    },
    {
      ...write,
      method: 'DELETE',
      path: '/sapi/v1/margin/openOrders',
      summary: 'Cancels every open order of a pair of a margin account.',
      weight: 1,
      handler: async (call) => (await of(call).cancelAll(call)).map((view) => marked(call, view)),
    },
  ]
}

/** The reads of the spot account, over the orders of a margin account. */
function marginReadRoutes({ marginReaders }: MarginRouteOptions): DialectRoute[] {
  const cross = orderReadRoutes({ reader: marginReaders.cross })
  const isolated = orderReadRoutes({ reader: marginReaders.isolated })
  return cross.map((route, at): DialectRoute => {
    const { method, summary } = route
    return {
      ...read,
      method,
      path: route.path.replace('/api/v3/', '/sapi/v1/margin/') as `/${string}`,
      summary: summary.replace(/\.$/, ', of a margin account.'),
      weight: 10,
      handler: (call) => (isIsolated(call.params) ? isolated[at] : route)?.handler(call),
    }
  })
}
