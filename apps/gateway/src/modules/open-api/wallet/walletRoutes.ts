import type { TradingService } from '../../trading/ports/TradingService.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { Caller, DialectRoute } from '../dialectRoute.ts'
import { ratesOf } from '../spot/accountRoutes.ts'

export interface WalletRouteOptions {
  readonly trading: TradingService
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

const wallet = { method: 'GET', pool: 'wallet', security: 'signed', permission: 'read' } as const

/** The parts of the wallet that programs ask for before they trade. */
export function walletRoutes(options: WalletRouteOptions): DialectRoute[] {
  return [...systemRoutes(options), ...accountRoutes(options)]
}

function systemRoutes({ trading }: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...wallet,
      path: '/sapi/v1/system/status',
      summary: 'Whether the system is up: 0, or 1 while it is maintained.',
      security: 'none',
      weight: 1,
      handler: () =>
        trading.core.paused()
          ? { status: 1, msg: 'system maintenance' }
          : { status: 0, msg: 'normal' },
    },
    ...(['/sapi/v1/margin/allPairs', '/sapi/v1/margin/isolated/allPairs'] as const).map(
      (path): DialectRoute => ({
        ...wallet,
        path,
        summary: 'The pairs of margin trading: none yet.',
        security: 'none',
        weight: 1,
        handler: () => [],
      }),
    ),
  ]
}

function accountRoutes(options: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...wallet,
      path: '/sapi/v1/capital/config/getall',
      summary: 'The coins, and what the account has of each.',
      weight: 10,
      handler: ({ caller }) => coinsOf(caller(), options),
    },
    {
      ...wallet,
      path: '/sapi/v1/asset/tradeFee',
      summary: 'The fees of each pair.',
      weight: 1,
      handler: async ({ params, caller }) => {
        const named = params.has('symbol') ? [params.symbol()] : SPOT_SYMBOLS
        const { maker, taker } = await ratesOf(caller(), options)
        return named.map(({ symbol }) => ({
          symbol,
          makerCommission: maker,
          takerCommission: taker,
        }))
      },
    },
    {
      ...wallet,
      path: '/sapi/v1/account/status',
      summary: 'The state of the account.',
      weight: 1,
      // The keys of a frozen account are refused before this.
      handler: () => ({ data: 'Normal' }),
    },
    {
      ...wallet,
      path: '/sapi/v1/account/apiRestrictions',
      summary: 'What the key may do.',
      weight: 1,
      handler: ({ caller }) => restrictionsOf(caller()),
    },
  ]
}

/** Networks are not listed: deposits and withdrawals are made on the page. */
async function coinsOf({ session }: Caller, { trading }: WalletRouteOptions) {
  trading.ensurePaperAccount(session)
  const assets = await trading.confirm(trading.assets(session))
  return assets.map(({ asset, available, held }) => ({
    coin: asset,
    name: asset,
    depositAllEnable: false,
    withdrawAllEnable: false,
    free: available,
    locked: held,
    freeze: '0',
    withdrawing: '0',
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: false,
    trading: true,
    networkList: [],
  }))
}

function restrictionsOf({ key }: Caller) {
  const may = (permission: Parameters<typeof key.permissions.has>[0]) =>
    key.permissions.has(permission)
  return {
    ipRestrict: key.addresses.length > 0,
    createTime: key.createdAt,
    enableReading: may('read'),
    enableSpotAndMarginTrading: may('spot'),
    enableWithdrawals: may('withdraw'),
    enableInternalTransfer: may('transfer'),
    permitsUniversalTransfer: may('transfer'),
    enableMargin: may('margin'),
    enableFutures: may('futures'),
    enableVanillaOptions: false,
    enablePortfolioMarginTrading: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    ...(key.expiresAt === null ? {} : { tradingAuthorityExpirationTime: key.expiresAt }),
  }
}
