import type { api, ContractSettings, Move, MoveRequest, RequestOf } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import { futuresFeeRates } from '../../exchange/accounts/fee.ts'
import type { PositionSide } from '../../exchange/accounts/owner.ts'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import { groupOf, walletOf } from '../../exchange/futures/margin.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import { isMarginAsset, MARGIN_PAIRS } from '../../exchange/instruments/marginTerms.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Wallet } from '../../exchange/state/futuresCommand.ts'
import type { KeyUse } from '../../exchange/state/keys.ts'
import { digestPiece } from '../../exchange/state/pastKeys.ts'
import { moveKey, settingsOf } from '../../exchange/state/futuresState.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import { createIdempotency, usedForAnother } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { sideNamed } from './createFuturesOrders.ts'
import { digestOf, newClientOid } from './orderTerms.ts'
import { accountView, MARGIN_ASSETS, settingsView } from './ports/accountViews.ts'
import { contractNamed, marginText } from './ports/contracts.ts'
import { positionViews } from './ports/positionViews.ts'

export interface FuturesAccountsOptions {
  readonly trading: TradingService
  readonly guard: OrderGuard
  readonly db: Pick<Database, 'query' | 'whileReachable'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

type Account = typeof api.futures.account
type Positions = typeof api.futures.positions

/** Wallets, modes and leverages of futures accounts (futures 2). */
export type FuturesAccounts = ReturnType<typeof createFuturesAccounts>

export function createFuturesAccounts({
  trading,
  guard,
  db,
  clock,
  random,
  vipLevelOf,
}: FuturesAccountsOptions) {
  const view = trading.core.state
  const state = view
  const idempotency = createIdempotency({
    keys: view.keys,
    what: 'move',
    answerOf: (): 'done' => 'done',
  })

  /** Before a command that changes settings or margin. */
  function enter(session: RequestSession): Trader & { readonly at: number } {
    assertBoundKey(session)
    guard.takeOrder(session)
    trading.ensurePaperAccount(session)
    const { realm, userId } = session
    return { realm, userId, at: clock.now() }
  }

  const settled = (session: Trader, contract: FuturesInstrument): Promise<ContractSettings> =>
    trading.confirm(settingsView(view, session, contract))

  /** The sides that a leverage is of: each leg has its own in isolated two-way mode only. */
  function leverageSides(
    session: Trader,
    contract: FuturesInstrument,
    positionSide: 1 | 2 | null | undefined,
  ): readonly PositionSide[] {
    const account = accountAsIs(state, session)
    const isPerLeg =
      account.mode === 'two_way' && settingsOf(account, contract.id).marginMode === 'isolated'
    if (positionSide) return [positionSide === 1 ? 'long' : 'short']
    return isPerLeg ? ['long', 'short'] : ['net']
  }

  /** @throws GatewayError 40210 */
  function positionNamed(
    session: Trader,
    params: { readonly symbol: string; readonly positionSide?: 1 | 2 | null },
  ): { readonly contract: FuturesInstrument; readonly side: PositionSide } {
    const contract = contractNamed(params.symbol)
    return { contract, side: sideNamed(params, accountAsIs(state, session)) }
  }

  return {
    async overview(session: RequestSession) {
      const rates = futuresFeeRates(await vipLevelOf(session.userId))
      return trading.confirm(accountView(view, session, rates))
    },

    async leverage(session: RequestSession, params: RequestOf<Account['leverage']>) {
      const contract = contractNamed(params.symbol)
      const trader = enter(session)
      for (const side of leverageSides(session, contract, params.positionSide))
        trading.run({
          kind: 'futuresLeverage',
          ...trader,
          symbol: contract.id,
          side,
          leverage: params.leverage,
        })
      return settled(session, contract)
    },

    async marginMode(session: RequestSession, params: RequestOf<Account['marginMode']>) {
      const contract = contractNamed(params.symbol)
      const marginMode = params.marginMode === 1 ? 'isolated' : 'cross'
      const trader = enter(session)
      const now = settingsOf(accountAsIs(state, session), contract.id).marginMode
      // What is set already is no change, which a position would forbid.
      if (marginMode !== now)
        trading.run({ kind: 'futuresMarginMode', ...trader, symbol: contract.id, marginMode })
      return settled(session, contract)
    },

    async positionMode(session: RequestSession, params: RequestOf<Account['positionMode']>) {
      const mode = params.positionMode === 1 ? 'one_way' : 'two_way'
      const trader = enter(session)
      if (mode !== accountAsIs(state, session).mode)
        trading.run({ kind: 'futuresPositionMode', ...trader, mode })
      return trading.confirm({ positionMode: params.positionMode })
    },

    async margin(session: RequestSession, params: RequestOf<Positions['margin']>) {
      const { contract, side } = positionNamed(session, params)
      const atoms = readAtoms(params, contract)
      const clientOid = readClientOid(params) ?? newClientOid(random)
      const request = {
        key: moveKey({ ...session, clientOid }),
        digest: digestOf({ ...params, what: 'margin' }),
      }
      assertBoundKey(session)
      await idempotency.answerOnce(request, async () => {
        const past = view.keys.past(request.key)
        if (past && past.digest !== digestPiece(request.digest)) throw usedForAnother('move')
        if (past) return { answer: 'done' }
        const run = () => {
          const trader = enter(session)
          const { digest } = request
          const names = { ...trader, symbol: contract.id, side, clientOid, digest } as const
          trading.run({ kind: 'futuresMargin', ...names, atoms: String(atoms) })
          return 'done' as const
        }
        return { run }
      })
      const account = accountAsIs(state, session)
      const margin = walletOf(state, groupOf(state, account, { symbol: contract.id, side }))
      const shown = positionViews(view, session).find(
        (each) =>
          each.symbol === contract.symbol &&
          (side === 'net' || each.positionSide === (side === 'long' ? 1 : 2)),
      )
      return trading.confirm({
        margin: marginText(margin, contract),
        liquidationPrice: shown?.liquidationPrice ?? null,
      })
    },

    async autoMargin(session: RequestSession, params: RequestOf<Positions['autoMargin']>) {
      const { contract, side } = positionNamed(session, params)
      const trader = enter(session)
      if (settingsOf(accountAsIs(state, session), contract.id).marginMode !== 'isolated')
        throw refusalError({ reason: 'orders-or-positions' })
      const isOn = params.enabled
      trading.run({ kind: 'futuresAutoMargin', ...trader, symbol: contract.id, side, isOn })
      return trading.confirm({ enabled: params.enabled })
    },

    move: createMoves({ trading, guard, db, clock, random }),
  }
}

/** @throws GatewayError 40010 */
function readAtoms(fields: { readonly amount?: string }, contract: FuturesInstrument): bigint {
  const amount = required(readAmount(fields, 'amount'), 'amount')
  const atoms = parseUnits(amount, contract.marginScale)
  if (atoms === null || atoms === 0n)
    throw invalidParameter('amount', 'amount must not be 0 or have too many decimals')
  return atoms
}

type MoveInput = Pick<Move, 'clientOid' | 'asset'> & {
  readonly from: Wallet
  readonly to: Wallet
  readonly atoms: bigint
}

/** Moves between the wallets of an account, once for each clientOid (futures 8). */
function createMoves({
  trading,
  guard,
  db,
  clock,
}: Omit<FuturesAccountsOptions, 'vipLevelOf'>): (
  session: RequestSession,
  params: MoveRequest,
) => Promise<Move> {
  const { keys } = trading.core.state

  return async (session, params) => {
    assertBoundKey(session)
    const input = readMove(params)
    const { realm, userId } = session
    const key = moveKey({ realm, userId, clientOid: input.clientOid })
    const digest = digestOf(params)
    const viewOf = (id: string, at: number): Move => moveView(input, { id, at })
    const answered = (use: KeyUse | undefined) =>
      use?.answer && 'transferId' in use.answer ? viewOf(use.answer.transferId, use.at) : undefined
    const idempotency = createIdempotency({ keys, what: 'move', answerOf: answered })
    const answer = await idempotency.answerOnce({ key, digest }, async () => {
      guard.takeTransfer(session)
      trading.ensurePaperAccount(session)
      const past = keys.past(key)
      if (past) {
        if (past.digest !== digestPiece(digest)) throw usedForAnother('move')
        await ledgerCaughtUp({ db, trading, clock, isRepeated: true })
        const [row] = await db.query<{ move_id: bigint; at: bigint }>(
          'select move_id, at from wallet_move where realm = $1 and user_id = $2 and ' +
            'client_oid = $3 order by move_id desc limit 1',
          [realm, userId, input.clientOid],
        )
        if (row) return { answer: viewOf(String(row.move_id), Number(row.at)) }
      }
      const run = (): Move => {
        trading.assertCapacity()
        const { atoms, ...fields } = input
        const names = { realm, userId, digest, at: clock.now() } as const
        trading.run({ kind: 'walletMove', ...names, ...fields, atoms: String(atoms) })
        const done = answered(keys.get(key))
        if (!done) throw new RangeError('A move leaves its key.')
        return done
      }
      return { run }
    })
    return trading.confirm(answer)
  }
}

const moveView = (
  { from, to, asset, atoms, clientOid }: MoveInput,
  { id, at }: { readonly id: string; readonly at: number },
): Move => ({
  moveId: id,
  clientOid,
  from,
  to,
  asset,
  amount: formatUnits(atoms, scaleOf(asset), { trim: true }),
  createdAt: at,
})

/** @throws GatewayError 40010 */
function readMove(params: MoveRequest): MoveInput {
  const [from, to] = [walletNamed(params, 'from'), walletNamed(params, 'to')]
  if (from === to) throw invalidParameter('to', 'to must be another wallet than from')
  const asset = required(given(params.asset), 'asset')
  const isMargin = [from, to].some((wallet) => wallet.startsWith('margin'))
  if (!isMargin && !MARGIN_ASSETS.includes(asset))
    throw malformedParameter('asset', `asset must be one of ${MARGIN_ASSETS.join(', ')}`)
  if (isMargin) requireMarginAsset(asset, [from, to])
  const atoms = parseUnits(required(readAmount(params, 'amount'), 'amount'), scaleOf(asset))
  if (atoms === null || atoms <= 0n)
    throw invalidParameter('amount', 'amount must be above zero and not have too many decimals')
  // Without a key nobody could distinguish a repeated move from a second one.
  const clientOid = required(readClientOid(params), 'clientOid')
  return { clientOid, from, to, asset, atoms }
}

function walletNamed(params: MoveRequest, field: 'from' | 'to'): Wallet {
  const name = required(given(params[field]), field)
  if (name === 'spot' || name === 'futures' || name === 'margin') return name
  const symbol = name.startsWith('margin:') ? name.slice('margin:'.length) : ''
  if (MARGIN_PAIRS.includes(symbol)) return `margin:${symbol}`
  throw malformedParameter(field, `${field} must be spot, futures, margin or margin:<symbol>`)
}

/** @throws GatewayError 40010 for an asset that one of the margin accounts cannot hold */
function requireMarginAsset(asset: string, wallets: readonly Wallet[]): void {
  for (const wallet of wallets) {
    const isHeld =
      wallet === 'spot' ||
      (wallet === 'futures'
        ? MARGIN_ASSETS.includes(asset)
        : isMarginAsset(asset, wallet === 'margin' ? undefined : wallet.slice('margin:'.length)))
    if (!isHeld) throw malformedParameter('asset', `${wallet} cannot hold this asset`)
  }
}
