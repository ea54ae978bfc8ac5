import { api, type Deposit, type Move, type Transfer, type Withdrawal } from '@x/api'
import type { Clock, Random } from '@x/kit'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { Database } from '../../../platform/db/Database.ts'
import { GatewayError } from '../../../platform/http/route.ts'
import { subAccountRows } from '../../api-keys/module.ts'
import type { FuturesModule } from '../../futures/module.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { WithdrawalsModule } from '../../withdrawals/module.ts'
import type { Caller, DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError, type DialectErrorName } from '../errors.ts'
import { newKey } from '../newKey.ts'
import type { PageCalls } from '../pageCalls.ts'
import { mandatory, type Params } from '../params.ts'
import { ratesOf } from '../spot/accountRoutes.ts'
import { requiredDecimal } from '../spot/orderRequest.ts'
import { movesOf } from './walletQueries.ts'

export interface WalletRouteOptions {
  readonly trading: TradingService
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  readonly page: PageCalls
  readonly futures: Pick<FuturesModule, 'accounts'>
  readonly withdrawals: Pick<WithdrawalsModule, 'service' | 'book'>
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
}

const signed = { pool: 'wallet', security: 'signed' } as const
const wallet = { ...signed, method: 'GET', permission: 'read' } as const
const [DEFAULT_ROWS, MOST_ROWS] = [100, 200]

/** Coins, deposits, withdrawals and transfers of the key's account. */
export function walletRoutes(options: WalletRouteOptions): DialectRoute[] {
  return [
    ...systemRoutes(options),
    ...accountRoutes(options),
    ...depositRoutes(options),
    ...withdrawalRoutes(options),
    ...transferRoutes(options),
    ...subAccountRoutes(options),
  ]
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
  ]
}

function accountRoutes(options: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...wallet,
      path: '/sapi/v1/capital/config/getall',
      summary: 'The coins with their networks, and what the account has of each.',
      weight: 10,
      handler: (call) => coinsOf(call, options),
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

async function coinsOf({ caller, address }: DialectCall, options: WalletRouteOptions) {
  const { trading, page } = options
  const { session } = caller()
  trading.ensurePaperAccount(session)
  const assets = await trading.confirm(trading.assets(session))
  const { networks, coins } = await page(api.deposits.coins, { session, address, params: {} })
  return assets.map(({ asset, available, held }) => {
    const places = coins.find((each) => each.asset === asset)?.networks ?? []
    const isLive = session.realm === 'live'
    return {
      coin: asset,
      name: asset,
      depositAllEnable: isLive && places.length > 0,
      withdrawAllEnable: isLive && places.length > 0,
      free: available,
      locked: held,
      freeze: '0',
      withdrawing: '0',
      ipoing: '0',
      ipoable: '0',
      storage: '0',
      isLegalMoney: false,
      trading: true,
      networkList: places.map((place) => {
        const network = networks.find((each) => each.network === place.network)
        const isOpen = isLive && network?.suspended === null
        return {
          network: place.network,
          coin: asset,
          name: network?.name ?? place.network,
          isDefault: place === places[0],
          depositEnable: isOpen,
          withdrawEnable: isOpen,
          depositDust: place.minDeposit,
          withdrawFee: place.withdrawFee,
          withdrawMin: place.minWithdraw,
          withdrawMax: '9000000000',
          contractAddress: place.contract ?? '',
          minConfirm: network?.creditAt ?? 0,
          unLockConfirm: network?.unlockAt ?? 0,
          sameAddress: false,
          busy: false,
        }
      }),
    }
  })
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

/** States of deposits in the numbers of the dialect. */
const DEPOSIT_STATUS: Readonly<Record<Deposit['state'], number>> = {
  seen: 0,
  confirming: 0,
  credited: 6,
  contested: 6,
  unlocked: 1,
  held: 8,
  ignored: 7,
  dropped: 2,
  reversed: 2,
  returned: 2,
}

function depositRoutes({ page }: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...wallet,
      path: '/sapi/v1/capital/deposit/address',
      summary: 'Where the account deposits a coin.',
      weight: 10,
      handler: async ({ params, caller, address }) => {
        const coin = params.required('coin')
        const { session } = caller()
        const { coins } = await page(api.deposits.coins, { session, address, params: {} })
        const network =
          params.text('network') ?? coins.find(({ asset }) => asset === coin)?.networks[0]?.network
        if (network === undefined) throw new DialectError('NO_SUCH_NETWORK')
        const found = await page(api.deposits.address, {
          session,
          address,
          params: { asset: coin, network },
        }).catch(asRefusal('NO_SUCH_NETWORK'))
        return { address: found.address, coin, tag: '', url: '' }
      },
    },
    {
      ...wallet,
      path: '/sapi/v1/capital/deposit/hisrec',
      summary: 'Deposits, the latest first.',
      weight: 1,
      handler: async ({ params, caller, address }) => {
        const { items } = await page(api.deposits.history, {
          session: caller().session,
          address,
          params: listParams(params),
        })
        return items
          .filter((deposit) => isWanted(params, deposit, DEPOSIT_STATUS[deposit.state]))
          .map(depositView)
      },
    },
  ]
}

const depositView = (deposit: Deposit) => ({
  id: deposit.depositId,
  amount: deposit.amount,
  coin: deposit.asset,
  network: deposit.network,
  status: DEPOSIT_STATUS[deposit.state],
  address: deposit.address,
  addressTag: '',
  txId: deposit.txHash,
  insertTime: deposit.createdAt,
  transferType: 0,
  confirmTimes: `${deposit.confirmations}/${deposit.creditAt}`,
  unlockConfirm: deposit.unlockAt,
  walletType: 0,
})

const WITHDRAW_STATUS: Readonly<Record<Withdrawal['state'], number>> = {
  pending: 4,
  review: 2,
  approved: 4,
  signed: 4,
  broadcast: 4,
  confirming: 4,
  completed: 6,
  cancelled: 1,
  rejected: 3,
  failed: 5,
}

function withdrawalRoutes(options: WalletRouteOptions): DialectRoute[] {
  const { page } = options
  return [
    {
      ...signed,
      method: 'POST',
      path: '/sapi/v1/capital/withdraw/apply',
      summary: 'Withdraws to an address of the address book that is a day old.',
      weight: 600,
      permission: 'withdraw',
      handler: (call) => withdraw(call, options),
    },
    {
      ...wallet,
      path: '/sapi/v1/capital/withdraw/history',
      summary: 'Withdrawals, the latest first.',
      weight: 1,
      handler: async ({ params, caller, address }) => {
        const { session } = caller()
        // Paper accounts have none.
        if (session.realm !== 'live') return []
        const { items } = await page(api.withdrawals.history, {
          session,
          address,
          params: listParams(params),
        })
        return items
          .filter((each) => isWanted(params, each, WITHDRAW_STATUS[each.state]))
          .map(withdrawalView)
      },
    },
  ]
}

const withdrawalView = (withdrawal: Withdrawal) => ({
  id: withdrawal.withdrawalId,
  amount: withdrawal.receive,
  transactionFee: withdrawal.fee,
  coin: withdrawal.asset,
  status: WITHDRAW_STATUS[withdrawal.state],
  address: withdrawal.address,
  addressTag: withdrawal.tag ?? '',
  txId: withdrawal.txHash ?? '',
  applyTime: new Date(withdrawal.createdAt).toISOString().slice(0, 19).replace('T', ' '),
  network: withdrawal.network,
  transferType: 0,
  withdrawOrderId: withdrawal.clientOid,
  info: withdrawal.reason ?? '',
  walletType: 0,
})

/**
 * A key withdraws without a step-up: it was created with one, and is bound to addresses. So the
 * destination must stand in the address book, where a new one waits for a day.
 */
async function withdraw(
  { params, caller }: DialectCall,
  { withdrawals: { service, book }, random }: WalletRouteOptions,
) {
  const who = caller()
  const { session } = who
  if (session.realm !== 'live' || session.holder !== undefined)
    throw new DialectError('UNAUTHORIZED', 'This account cannot withdraw.')
  const asset = params.required('coin')
  const destination = params.required('address')
  const amount = requiredDecimal(params, 'amount')
  const tag = params.text('addressTag')
  const { items } = await book.list(session)
  const entry = items.find(
    (each) =>
      each.address.toLowerCase() === destination.toLowerCase() &&
      (each.tag ?? '') === (tag ?? '') &&
      each.network === (params.text('network') ?? each.network),
  )
  if (!entry) throw new DialectError('WITHDRAW_ADDRESS')
  const { network, bookId } = entry
  const quote = await service.quote(session, { asset, network, amount })
  who.assertInTime()
  const clientOid = params.text('withdrawOrderId') ?? newKey(random)
  const request = { asset, network, amount, bookId, quoteId: quote.quoteId, clientOid }
  const { withdrawalId } = await service.apply({ ...session, withdrawsByKey: true }, request)
  return { id: withdrawalId }
}

/** Wallets as the types of a transfer name them. */
const MOVES = {
  MAIN_UMFUTURE: ['spot', 'futures'],
  UMFUTURE_MAIN: ['futures', 'spot'],
  MAIN_MARGIN: ['spot', 'margin'],
  MARGIN_MAIN: ['margin', 'spot'],
  MARGIN_UMFUTURE: ['margin', 'futures'],
  UMFUTURE_MARGIN: ['futures', 'margin'],
  MAIN_ISOLATED_MARGIN: ['spot', 'isolated'],
  ISOLATED_MARGIN_MAIN: ['isolated', 'spot'],
  MARGIN_ISOLATEDMARGIN: ['margin', 'isolated'],
  ISOLATEDMARGIN_MARGIN: ['isolated', 'margin'],
  ISOLATEDMARGIN_ISOLATEDMARGIN: ['isolated', 'isolated'],
} as const
type MoveType = keyof typeof MOVES
const MOVE_TYPES = Object.keys(MOVES) as MoveType[]

function readMoveType(params: Params): MoveType {
  const type = params.oneOf('type', MOVE_TYPES)
  if (type === undefined) throw mandatory('type')
  return type
}

function transferRoutes({ futures, db, random, trading }: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...signed,
      method: 'POST',
      path: '/sapi/v1/asset/transfer',
      summary: 'Moves funds between wallets of the account.',
      weight: 900,
      permission: 'transfer',
      handler: async ({ params, caller }) => {
        const [from, to] = MOVES[readMoveType(params)]
        const who = caller()
        const asset = params.required('asset')
        const amount = requiredDecimal(params, 'amount')
        const isolated = (name: 'fromSymbol' | 'toSymbol', place: string) =>
          place === 'isolated' ? `margin:${params.required(name)}` : place
        const names = { from: isolated('fromSymbol', from), to: isolated('toSymbol', to) }
        who.assertInTime()
        const { moveId } = await futures.accounts.move(who.session, {
          ...names,
          asset,
          amount,
          clientOid: newKey(random),
        })
        return { tranId: Number(moveId) }
      },
    },
    {
      ...wallet,
      path: '/sapi/v1/asset/transfer',
      summary: 'Funds that were moved between wallets of the account.',
      weight: 1,
      handler: async ({ params, caller }) => {
        const type = readMoveType(params)
        const { realm, userId } = caller().session
        const [from, to] = MOVES[type]
        await trading.core.settled()
        const moves = await movesOf(db, {
          realm,
          userId,
          from,
          to,
          start: params.integer('startTime'),
          end: params.integer('endTime'),
          limit: params.integer('size', { least: 1, most: 100, isCapped: true }) ?? 10,
        })
        return { total: moves.length, rows: moves.map((move) => moveView(move, type)) }
      },
    },
  ]
}

const moveView = (
  { asset, amount, moveId, createdAt }: Pick<Move, 'asset' | 'amount' | 'moveId' | 'createdAt'>,
  type: MoveType,
) => ({ asset, amount, type, status: 'CONFIRMED', tranId: Number(moveId), timestamp: createdAt })

function subAccountRoutes({ page, db, random }: WalletRouteOptions): DialectRoute[] {
  return [
    {
      ...wallet,
      path: '/sapi/v1/sub-account/list',
      summary: 'The sub-accounts of the account.',
      weight: 1,
      handler: async ({ caller }) => {
        const { userId } = caller().session
        const subAccounts = (await subAccountRows(db, userId)).map((row) => ({
          subUserId: Number(row.userId),
          // Sub-accounts have no address here: their number names them.
          email: row.userId,
          remark: row.label,
          isFreeze: row.isFrozen,
          createTime: row.createdAt,
          isManagedSubAccount: false,
          isAssetManagementSubAccount: false,
        }))
        return { subAccounts }
      },
    },
    {
      ...signed,
      method: 'POST',
      path: '/sapi/v1/sub-account/universalTransfer',
      summary: 'Moves spot funds between the account and its sub-accounts.',
      weight: 360,
      permission: 'transfer',
      handler: async ({ params, caller, address }) => {
        const who = caller()
        const { session } = who
        const main = session.holder ?? session.userId
        const kind = (name: string) => params.oneOf(name, ['SPOT'])
        if (!kind('fromAccountType') || !kind('toAccountType')) throw mandatory('fromAccountType')
        const request = {
          // A key that names nobody sends what is its own account's, or to it.
          fromUserId: params.text('fromEmail') ?? session.userId,
          toUserId: params.text('toEmail') ?? main,
          asset: params.required('asset'),
          amount: requiredDecimal(params, 'amount'),
          clientOid: params.text('clientTranId') ?? newKey(random),
        }
        who.assertInTime()
        const { transferId, clientOid } = await page(api.transfers.transfer, {
          session,
          address,
          params: request,
        }).catch(asRefusal('NO_SUCH_ACCOUNT'))
        return { tranId: Number(transferId), clientTranId: clientOid }
      },
    },
    {
      ...wallet,
      path: '/sapi/v1/sub-account/universalTransfer',
      summary: 'Funds that moved between the account and its sub-accounts.',
      weight: 1,
      handler: async ({ params, caller, address }) => {
        const { items } = await page(api.transfers.history, {
          session: caller().session,
          address,
          params: { limit: rowsOf(params) },
        })
        return { result: items.map(transferView), totalCount: items.length }
      },
    },
  ]
}

const transferView = (transfer: Transfer) => ({
  tranId: Number(transfer.transferId),
  fromEmail: transfer.fromUserId,
  toEmail: transfer.toUserId,
  asset: transfer.asset,
  amount: transfer.amount,
  createTimeStamp: transfer.createdAt,
  fromAccountType: 'SPOT',
  toAccountType: 'SPOT',
  status: 'SUCCESS',
  clientTranId: transfer.clientOid,
})

/** What is unknown is refused by the number of the call's own family. */
const asRefusal =
  (name: DialectErrorName) =>
  (error: unknown): never => {
    if (error instanceof GatewayError && error.code === '40401') throw new DialectError(name)
    throw error
  }

const rowsOf = (params: Params): string =>
  String(params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_ROWS)

function listParams(params: Params) {
  const coin = params.text('coin')
  return { limit: rowsOf(params), ...(coin === undefined ? {} : { asset: coin }) }
}

/** What a list is narrowed to beside its coin. */
function isWanted(
  params: Params,
  { createdAt }: { readonly createdAt: number },
  status: number,
): boolean {
  const [start, end] = [params.integer('startTime') ?? 0, params.integer('endTime') ?? Infinity]
  return createdAt >= start && createdAt <= end && (params.integer('status') ?? status) === status
}
