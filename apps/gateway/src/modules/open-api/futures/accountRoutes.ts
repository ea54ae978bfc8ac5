import type { Clock } from '@x/kit'
import { formatUnits } from '@x/decimal'
import { futuresFeeRates } from '../../../exchange/accounts/fee.ts'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { settingsOf } from '../../../exchange/state/futuresState.ts'
import { GatewayError } from '../../../platform/http/route.ts'
import type { FuturesModule } from '../../futures/module.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { Caller, DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { mandatory, type Params } from '../params.ts'
import { requiredDecimal } from '../spot/orderRequest.ts'
import {
  balanceViews,
  contractAccountView,
  mostNotional,
  positionFigures,
  positionRiskView,
  symbolConfigView,
} from './accountViews.ts'
import { tierViews } from '../../futures/ports/contracts.ts'
import { readPositionSide } from './orderRequest.ts'

export interface ContractAccountOptions {
  readonly futures: Pick<FuturesModule, 'accounts'>
  readonly trading: TradingService
  readonly clock: Pick<Clock, 'now'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

const signed = { pool: 'futures', security: 'signed' } as const
const read = { ...signed, method: 'GET', permission: 'read' } as const
const write = { ...signed, method: 'POST', permission: 'futures', weight: 1 } as const
const DONE = { code: 200, msg: 'success' }

/** Wallet, positions and settings of the key's account. */
export function contractAccountRoutes(options: ContractAccountOptions): DialectRoute[] {
  return [
    ...balanceRoutes(options),
    ...positionRoutes(options),
    ...settingReadRoutes(options),
    ...settingRoutes(options),
  ]
}

function balanceRoutes({ trading, clock }: ContractAccountOptions): DialectRoute[] {
  const { state } = trading.core
  const answer = (who: Caller, view: (session: Caller['session']) => object) => {
    trading.ensurePaperAccount(who.session)
    return trading.confirm(view(who.session))
  }
  return (['v2', 'v3'] as const).flatMap((version): DialectRoute[] => {
    const prefix = version === 'v2' ? 'v2/' : ''
    const isOld = version === 'v2'
    return [
      {
        ...read,
        path: `/fapi/${version}/account`,
        summary: 'The futures wallet and positions.',
        weight: 5,
        socketMethod: `${prefix}account.status`,
        handler: ({ caller }) => {
          const who = caller()
          const canTrade = who.key.permissions.has('futures')
          return answer(who, (session) =>
            contractAccountView(state, session, { now: clock.now(), isOld, canTrade }),
          )
        },
      },
      {
        ...read,
        path: `/fapi/${version}/balance`,
        summary: 'The balance of the futures wallet.',
        weight: 5,
        socketMethod: `${prefix}account.balance`,
        handler: ({ caller }) =>
          answer(caller(), (session) => balanceViews(state, session, clock.now())),
      },
    ]
  })
}

function positionRoutes({ trading }: ContractAccountOptions): DialectRoute[] {
  const { state } = trading.core
  return [
    ...(['v2', 'v3'] as const).map((version): DialectRoute => ({
      ...read,
      path: `/fapi/${version}/positionRisk`,
      summary: 'Positions with their risk.',
      weight: 5,
      socketMethod: version === 'v2' ? 'v2/account.position' : 'account.position',
      handler: ({ params, caller }) => {
        const { session } = caller()
        trading.ensurePaperAccount(session)
        const contracts = params.has('symbol') ? [params.contract()] : USDT_CONTRACTS
        const isOld = version === 'v2'
        const figures = positionFigures(state, session, { contracts, isHeldOnly: !isOld })
        return trading.confirm(figures.map((each) => positionRiskView(each, { isOld })))
      },
    })),
    {
      ...read,
      path: '/fapi/v1/adlQuantile',
      summary: 'Where positions stand in the queue of auto-deleveraging, 0 to 4.',
      weight: 5,
      handler: ({ params, caller }) => {
        const contracts = params.has('symbol') ? [params.contract()] : USDT_CONTRACTS
        const held = positionFigures(state, caller().session, { contracts, isHeldOnly: true })
        return contracts.flatMap(({ symbol }) => {
          const own = held.filter(({ contract }) => contract.symbol === symbol)
          if (own.length === 0) return []
          // Lights count from one; the lowest place is none at all.
          const quantile = own.map((each) => [each.positionSide, Math.max(0, each.adl - 1)])
          return [{ symbol, adlQuantile: Object.fromEntries(quantile) as object }]
        })
      },
    },
  ]
}

function settingReadRoutes({ trading, clock, vipLevelOf }: ContractAccountOptions): DialectRoute[] {
  const { state } = trading.core
  return [
    {
      ...read,
      path: '/fapi/v1/leverageBracket',
      summary: 'The risk tiers of contracts.',
      weight: 1,
      handler: ({ params }) =>
        params.has('symbol') ? bracketView(params.contract()) : USDT_CONTRACTS.map(bracketView),
    },
    {
      ...read,
      path: '/fapi/v1/commissionRate',
      summary: 'The fees of a contract.',
      weight: 20,
      handler: async ({ params, caller }) => {
        const { symbol } = params.contract()
        const rates = futuresFeeRates(await vipLevelOf(caller().session.userId))
        const text = (ppm: number) => formatUnits(BigInt(ppm), 6)
        return {
          symbol,
          makerCommissionRate: text(rates.makerPpm),
          takerCommissionRate: text(rates.takerPpm),
        }
      },
    },
    {
      ...read,
      path: '/fapi/v1/symbolConfig',
      summary: 'Leverage and margin mode of contracts.',
      weight: 5,
      handler: ({ params, caller }) => {
        const contracts = params.has('symbol') ? [params.contract()] : USDT_CONTRACTS
        return contracts.map((contract) => symbolConfigView(state, caller().session, contract))
      },
    },
    {
      ...read,
      path: '/fapi/v1/accountConfig',
      summary: 'What the account may do, and its position mode.',
      weight: 5,
      handler: ({ caller }) => {
        const { session, key } = caller()
        return {
          feeTier: 0,
          canTrade: key.permissions.has('futures'),
          canDeposit: true,
          canWithdraw: true,
          dualSidePosition: accountAsIs(state, session).mode === 'two_way',
          updateTime: clock.now(),
          multiAssetsMargin: false,
          tradeGroupId: -1,
        }
      },
    },
    {
      ...read,
      path: '/fapi/v1/positionSide/dual',
      summary: 'Whether the account has a position for each direction.',
      weight: 30,
      handler: ({ caller }) => ({
        dualSidePosition: accountAsIs(state, caller().session).mode === 'two_way',
      }),
    },
    {
      ...read,
      path: '/fapi/v1/multiAssetsMargin',
      summary: 'Whether several assets are margin together: no.',
      weight: 30,
      handler: () => ({ multiAssetsMargin: false }),
    },
  ]
}

function bracketView(contract: (typeof USDT_CONTRACTS)[number]) {
  return {
    symbol: contract.symbol,
    notionalCoef: 1,
    brackets: tierViews(contract).map((tier) => ({
      bracket: tier.tier,
      initialLeverage: tier.maxLeverage,
      notionalCap: Number(tier.notionalTo),
      notionalFloor: Number(tier.notionalFrom),
      maintMarginRatio: Number(tier.maintenanceRate),
      cum: Number(tier.maintenanceAmount),
    })),
  }
}

function settingRoutes(options: ContractAccountOptions): DialectRoute[] {
  const { futures, trading } = options
  const { state } = trading.core
  return [
    {
      ...write,
      path: '/fapi/v1/leverage',
      summary: 'Sets the leverage of a contract.',
      handler: async ({ params, caller }) => {
        const contract = params.contract()
        const leverage = params.integer('leverage', { least: 1, most: 1_000 })
        if (leverage === undefined) throw mandatory('leverage')
        const { session } = inTime(caller())
        await futures.accounts.leverage(session, { symbol: contract.symbol, leverage })
        const maxNotionalValue = mostNotional(contract, leverage)
        return { leverage, maxNotionalValue, symbol: contract.symbol }
      },
    },
    {
      ...write,
      path: '/fapi/v1/marginType',
      summary: 'Sets cross or isolated margin of a contract.',
      handler: async ({ params, caller }) => {
        const { id, symbol } = params.contract()
        const type = params.oneOf('marginType', ['ISOLATED', 'CROSSED', 'CROSS'])
        if (type === undefined) throw mandatory('marginType')
        const { session } = inTime(caller())
        const isIsolated = settingsOf(accountAsIs(state, session), id).marginMode === 'isolated'
        if (isIsolated === (type === 'ISOLATED')) throw new DialectError('NO_NEED_MARGIN_TYPE')
        const marginMode = type === 'ISOLATED' ? 1 : 2
        await futures.accounts.marginMode(session, { symbol, marginMode })
        return DONE
      },
    },
    {
      ...write,
      path: '/fapi/v1/positionSide/dual',
      summary: 'Sets one position for both directions, or one for each.',
      handler: async ({ params, caller }) => {
        const isDual = params.flag('dualSidePosition')
        if (isDual === undefined) throw mandatory('dualSidePosition')
        const { session } = inTime(caller())
        if ((accountAsIs(state, session).mode === 'two_way') === isDual)
          throw new DialectError('NO_NEED_POSITION_SIDE')
        await futures.accounts
          .positionMode(session, { positionMode: isDual ? 2 : 1 })
          .catch(refusePositionSide)
        return DONE
      },
    },
    {
      ...write,
      path: '/fapi/v1/positionMargin',
      summary: 'Adds margin to an isolated position (type 1), or takes some out of it (2).',
      handler: (call) => changeMargin(call, options),
    },
  ]
}

async function changeMargin(
  { params, caller }: DialectCall,
  { futures, trading }: ContractAccountOptions,
) {
  const { symbol } = params.contract()
  const amount = requiredDecimal(params, 'amount')
  const type = requiredType(params)
  const { session } = inTime(caller())
  const leg = readPositionSide(params, accountAsIs(trading.core.state, session).mode)
  await futures.accounts.margin(session, {
    symbol,
    amount: type === 1 ? amount : `-${amount}`,
    ...(leg === 'BOTH' ? {} : { positionSide: leg === 'LONG' ? 1 : 2 }),
  })
  return { amount: Number(amount), code: 200, msg: 'Successfully modify position margin.', type }
}

function requiredType(params: Params): number {
  const type = params.integer('type', { least: 1, most: 2 })
  if (type === undefined) throw mandatory('type')
  return type
}

/** Open orders or positions forbid it: in this call under another number. */
function refusePositionSide(error: unknown): never {
  if (error instanceof GatewayError && error.code === '40214')
    throw new DialectError('POSITION_SIDE_FIXED')
  throw error
}

function inTime(who: Caller): Caller {
  who.assertInTime()
  return who
}
