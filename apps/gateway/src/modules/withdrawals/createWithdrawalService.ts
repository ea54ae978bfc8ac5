import type {
  api,
  Page,
  RequestOf,
  ResponseOf,
  Withdrawal as WireWithdrawal,
  WithdrawalQuote,
  WithdrawalSettings,
} from '@x/api'
import { parseUnits } from '@x/decimal'
import { withdrawable } from '../../exchange/funds/withdrawals.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given, readAmount, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { assetOn, type Network } from '../wallet/ports/networks.ts'
import { createQuotes, usdtText } from './createQuotes.ts'
import { createWithdrawalRequests } from './createWithdrawalRequests.ts'
import type { WithdrawalServiceOptions } from './ports/WithdrawalServiceOptions.ts'
import { amountText, withdrawalView } from './ports/withdrawalView.ts'
import {
  setNoPasswordCap,
  settingOf,
  storedWithdrawal,
  withdrawalsById,
  withdrawalsOf,
} from './queries.ts'
import { dailyCap, isReturn } from './rules.ts'

export interface WithdrawalService {
  settings(session: RequestSession): Promise<WithdrawalSettings>
  /** @throws GatewayError 40010, 40203, 40204, 40401, 00006 */
  quote(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.quote>,
  ): Promise<WithdrawalQuote>
  /**
   * Answers once the escrow is on disk.
   * @throws GatewayError 00004, 00005, 00006, 40010, 40201, 40203, 40204, 40209, 40230, 40231,
   * 40302, 40401, 40902, 42901
   */
  apply(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.apply>,
  ): Promise<WireWithdrawal>
  /**
   * To the wallet that the account has bound, without a step-up; else as `apply`.
   * @throws GatewayError what `apply` throws
   */
  toWallet(session: RequestSession, request: ToWallet): Promise<WireWithdrawal>
  /** @throws GatewayError 40401 */
  cancel(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.cancel>,
  ): Promise<WireWithdrawal>
  history(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.history>,
  ): Promise<Page<WireWithdrawal>>
  /** @throws GatewayError 40401 */
  detail(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.detail>,
  ): Promise<WireWithdrawal>
  batchQuery(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.batchQuery>,
  ): Promise<ResponseOf<typeof api.withdrawals.batchQuery>>
  /** @throws GatewayError 00005, 40010 */
  noPassword(
    session: RequestSession,
    params: RequestOf<typeof api.withdrawals.noPassword>,
  ): Promise<ResponseOf<typeof api.withdrawals.noPassword>>
}

/** What leaves for the bound wallet. */
export interface ToWallet {
  readonly network: string
  readonly address: string
  readonly asset: string
  readonly amount: string
  readonly clientOid: string
}

const CURSOR = /^\d{1,16}$/
const ID = /^\d{1,16}$/
const USDT_SCALE = 8

const notFound = (field: string): GatewayError =>
  new GatewayError('40401', 'The withdrawal is unknown', { data: { field } })

/** Withdrawals of the live realm (wallet 4). */
export function createWithdrawalService(options: WithdrawalServiceOptions): WithdrawalService {
  const { trading, clock } = options
  const quotes = createQuotes(options)
  const apply = createWithdrawalRequests({ ...options, quotes })
  return {
    ...createReads(options),
    async settings({ userId }) {
      const setting = await settingOf(options.db, userId)
      const cap = await quotes.capOf(userId)
      const { whitelist, noPasswordCap, stoppedUntil } = setting
      return {
        whitelist,
        noPasswordCap: noPasswordCap === undefined ? null : usdtText(noPasswordCap),
        stoppedUntil: stoppedUntil > clock.now() ? stoppedUntil : null,
        dailyCap: usdtText(cap),
        leftToday: usdtText(quotes.leftToday(userId, cap)),
        coins: coinsOf(options.networks, {
          isSuspended: options.isSuspended,
          withdrawableOf: (asset) =>
            amountText(withdrawable(trading.core.state, { userId, asset }), asset),
        }),
      }
    },
    quote: ({ userId }, params) => quotes.create(userId, params),
    apply: (session, params) => apply(session, params),
    async toWallet(session, request) {
      const { quoteId } = await quotes.create(session.userId, request)
      return apply(session, { ...request, quoteId }, { isBoundWallet: true })
    },
    async cancel(session, { withdrawalId }) {
      assertBoundKey(session)
      const found = await find(options, { userId: session.userId, id: withdrawalId })
      if (!found) throw notFound('withdrawalId')
      if (isReturn(found))
        throw new GatewayError('40401', 'What operators send back cannot be cancelled')
      const { effects } = trading.runWithEffects({
        kind: 'withdrawalEvent',
        at: clock.now(),
        id: found.id,
        event: 'cancel',
      })
      const [cancelled] = effects.withdrawals ?? []
      return trading.confirm(withdrawalView(cancelled ?? found))
    },
    noPassword: (session, params) => setNoPassword(options, { session, params }),
  }
}

type Reads = Pick<WithdrawalService, 'history' | 'detail' | 'batchQuery'>

function createReads(options: WithdrawalServiceOptions): Reads {
  const { db } = options
  return {
    async history({ userId }, params) {
      const { cursor, limit } = readPage(params, { cursorPattern: CURSOR })
      const asset = given(params.asset)
      await ledgerCaughtUp(options)
      return pageOf({ cursor, limit, symbol: undefined }, async (wanted) =>
        (await withdrawalsOf(db, { userId, asset, cursor, limit: wanted })).map((withdrawal) => ({
          item: withdrawalView(withdrawal),
          cursor: String(withdrawal.id),
        })),
      )
    },
    async detail({ userId }, { withdrawalId, clientOid }) {
      const id = given(withdrawalId)
      if (id) {
        const found = await find(options, { userId, id })
        if (!found) throw notFound('withdrawalId')
        return withdrawalView(found)
      }
      await ledgerCaughtUp(options)
      const oid = required(given(clientOid), 'withdrawalId')
      const found = await storedWithdrawal(db, { userId, clientOid: oid })
      if (!found) throw notFound('clientOid')
      return withdrawalView(found)
    },
    async batchQuery({ userId }, { ids }) {
      await ledgerCaughtUp(options)
      const found = await withdrawalsById(db, { userId, ids: ids.filter((id) => ID.test(id)) })
      return {
        items: found
          .map(withdrawalView)
          .map(({ withdrawalId, state, txHash }) => ({ withdrawalId, state, txHash })),
      }
    },
  }
}

/** A withdrawal of the user, open or not. */
async function find(
  options: WithdrawalServiceOptions,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Readonly<Withdrawal> | undefined> {
  if (!ID.test(id)) return undefined
  const open = options.trading.core.state.withdrawals.open.get(Number(id))
  if (open) return open.userId === userId ? open : undefined
  await ledgerCaughtUp(options)
  return (await withdrawalsById(options.db, { userId, ids: [id] }))[0]
}

async function setNoPassword(
  { db, clock, stepUp }: WithdrawalServiceOptions,
  {
    session,
    params,
  }: {
    readonly session: RequestSession
    readonly params: RequestOf<typeof api.withdrawals.noPassword>
  },
): Promise<ResponseOf<typeof api.withdrawals.noPassword>> {
  assertBoundKey(session)
  const cap = params.enabled ? readCap(params) : undefined
  const { sessionId, userId } = session
  await stepUp.spend(params.verifyToken, { sessionId, action: 'withdrawNoPassword' })
  const stoppedUntil = await stopWithdrawals(db, { userId, now: clock.now() })
  await setNoPasswordCap(db, { userId, cap })
  return { noPasswordCap: cap === undefined ? null : usdtText(cap), stoppedUntil }
}

/** @throws GatewayError 40010 */
function readCap(params: { readonly dailyCap?: string }): bigint {
  const cap = parseUnits(required(readAmount(params, 'dailyCap'), 'dailyCap'), USDT_SCALE)
  if (cap === null || cap <= 0n || cap > dailyCap(0))
    throw invalidParameter(
      'dailyCap',
      `dailyCap must be above 0 and at most ${usdtText(dailyCap(0))}`,
    )
  return cap
}

function coinsOf(
  networks: readonly Network[],
  {
    withdrawableOf,
    isSuspended,
  }: {
    readonly withdrawableOf: (asset: string) => string
    readonly isSuspended: (network: string) => boolean
  },
): WithdrawalSettings['coins'] {
  const assets = new Set(networks.flatMap((network) => network.assets.map(({ asset }) => asset)))
  return [...assets].map((asset) => ({
    asset,
    decimals: scaleOf(asset),
    withdrawable: withdrawableOf(asset),
    networks: networks.flatMap((network) => {
      const coin = assetOn(network, asset)
      if (!coin) return []
      return {
        network: network.id,
        name: network.name,
        fee: coin.withdrawFee,
        minimum: coin.minWithdraw,
        blockSeconds: network.blockSeconds,
        confirmations: network.unlockAt,
        decimals: coin.decimals,
        suspended: isSuspended(network.id),
      }
    }),
  }))
}
