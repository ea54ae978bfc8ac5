import type {
  api,
  Page,
  RequestOf,
  Transfer as WireTransfer,
  TransferAccount as WireTransferAccount,
  TransferRequest,
} from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { OrderGuard } from '../trading/ports/OrderGuard.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import type { Transfer } from '../../exchange/state/effects.ts'
import type { KeyUse } from '../../exchange/state/keys.ts'
import { transferDigest, transferKey } from '../../exchange/funds/transfer.ts'
import { ledgerCaughtUp, readBeforeTaking } from '../trading/ports/ledgerReads.ts'
import { createIdempotency, usedForAnother } from '../trading/ports/idempotency.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { readAsset } from '../trading/ports/readAsset.ts'
import { readTransfer, type TransferInput } from './transferInput.ts'
import {
  accountsOf,
  familyOf,
  storedTransfer,
  transfersOf,
  type TransferAccount,
} from './queries.ts'

/** Transfers between the accounts of one customer, in the live realm (docs/adr/trading.md). */
export interface TransferService {
  /**
   * Answers once the transfer is on disk.
   * @throws GatewayError 40010, 40201, 40301, 40302, 40401, 40902, 00004, 00006, 42901
   */
  transfer(session: RequestSession, params: TransferRequest): Promise<WireTransfer>
  /** What the user sent, received or asked for, the latest first. */
  history(
    session: RequestSession,
    params: RequestOf<typeof api.transfers.history>,
  ): Promise<Page<WireTransfer>>
  /** The main account first. */
  accounts(session: RequestSession): Promise<readonly WireTransferAccount[]>
}

const CURSOR = /^\d{1,16}$/

export function createTransferService({
  trading,
  guard,
  db,
  clock,
}: TransferPorts & { readonly guard: Pick<OrderGuard, 'takeTransfer'> }): TransferService {
  const { state } = trading.core
  const assetsOf = (userId: string) =>
    trading
      .assets({ realm: 'live', userId })
      .map((view) => ({ ...view, decimals: scaleOf(view.asset) }))

  return {
    async transfer(session, params) {
      assertBoundKey(session)
      const input = readTransfer(params)
      await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
      const asked = { ...input, askedBy: session.userId }
      const key = transferKey(asked)
      const answer = await idempotencyOf(asked, state).answerOnce(
        { key, digest: transferDigest(asked) },
        async () => {
          guard.takeTransfer(session)
          const known = await answeredBefore({ trading, db, clock }, asked)
          if (known) return { answer: known }
          const parties = [session.userId, input.fromUserId, input.toUserId]
          const accounts = await readBeforeTaking(accountsOf(db, parties))
          assertMayTransfer(session.userId, input, accounts)
          const run = () => {
            trading.assertCapacity()
            trading.run({ kind: 'transfer', at: clock.now(), ...asked })
            return answered(asked, state.keys.get(key))!
          }
          return { run }
        },
      )
      return trading.confirm(answer)
    },

    async history({ userId }, params) {
      const { cursor, limit } = readPage(params, { cursorPattern: CURSOR })
      const asset = readAsset(params)
      await ledgerCaughtUp({ db, trading, clock })
      return pageOf({ cursor, limit, symbol: undefined }, async (wanted) =>
        (await transfersOf(db, { userId, asset, cursor, limit: wanted })).map(pagedView),
      )
    },

    async accounts({ userId }) {
      const [self] = await accountsOf(db, [userId])
      const main = self?.parentId ?? userId
      return trading.confirm(accountViews(await familyOf(db, main), { userId, main, assetsOf }))
    },
  }
}

const idempotencyOf = (asked: TransferInput, { keys }: TradingService['core']['state']) =>
  createIdempotency({ keys, what: 'transfer', answerOf: (use) => answered(asked, use) })

interface TransferPorts {
  readonly trading: TradingService
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/**
 * Memory keeps the whole answer for minutes and a hash for a day (docs/adr/trading.md): the ledger
 * has it, or will once it has caught up.
 */
async function answeredBefore(
  { trading, db, clock }: TransferPorts,
  asked: TransferInput & { readonly askedBy: string },
): Promise<WireTransfer | undefined> {
  const { keys } = trading.core.state
  const key = transferKey(asked)
  if (keys.past(key)) await ledgerCaughtUp({ db, trading, clock, isRepeated: true })
  const isRepeated = keys.past(key) !== undefined
  return repeated(asked, await readBeforeTaking(storedTransfer(db, asked), { isRepeated }))
}

/**
 * The main account sees all accounts with what they hold; a sub-account sees itself, and the main
 * account without.
 */
export function accountViews(
  family: readonly TransferAccount[],
  {
    userId,
    main,
    assetsOf,
  }: {
    readonly userId: string
    readonly main: string
    readonly assetsOf: (userId: string) => NonNullable<WireTransferAccount['assets']>
  },
): WireTransferAccount[] {
  return family
    .filter((account) => userId === main || account.userId === userId || account.userId === main)
    .map(({ userId: id, label, isFrozen }) => ({
      userId: id,
      isMain: id === main,
      label,
      isFrozen,
      assets: userId === main || id === userId ? assetsOf(id) : null,
    }))
}

/** What the key was answered with, from memory. */
function answered(asked: TransferInput, use: KeyUse | undefined): WireTransfer | undefined {
  if (!use?.answer || !('transferId' in use.answer)) return undefined
  const { clientOid, fromUserId, toUserId, asset, atoms } = asked
  return {
    ...use.answer,
    clientOid,
    fromUserId,
    toUserId,
    asset,
    amount: amountText(BigInt(atoms), asset),
    createdAt: use.at,
  }
}

/** The same from the ledger. @throws GatewayError 40902 */
function repeated(asked: TransferInput, stored: Transfer | undefined): WireTransfer | undefined {
  if (!stored) return undefined
  if (transferDigest({ ...stored, atoms: String(stored.amount) }) !== transferDigest(asked))
    throw usedForAnother('transfer')
  return transferView(stored)
}

/**
 * A main account sends between all accounts of its holder; a sub-account sends what is its own to
 * its main account and nowhere else: managing sub-accounts is not its business.
 * @throws GatewayError 40401 for an account of somebody else, as if there were none; 40301, 00004
 */
function assertMayTransfer(
  userId: string,
  { fromUserId, toUserId }: TransferInput,
  accounts: readonly TransferAccount[],
): void {
  const find = (id: string) => accounts.find((account) => account.userId === id)
  const main = find(userId)?.parentId ?? userId
  for (const [field, id] of [
    ['fromUserId', fromUserId],
    ['toUserId', toUserId],
  ] as const) {
    const account = find(id)
    if (!account || (account.userId !== main && account.parentId !== main))
      throw new GatewayError('40401', 'This account does not exist', { data: { field } })
  }
  if (userId !== main && (fromUserId !== userId || toUserId !== main))
    throw new GatewayError('40301', 'A sub-account sends to its main account only')
  const frozen = accounts.find(({ isFrozen }) => isFrozen)
  if (frozen)
    throw new GatewayError('00004', 'This account is frozen, please contact support', {
      data: { userId: frozen.userId },
    })
}

function transferView({
  id,
  clientOid,
  fromUserId,
  toUserId,
  asset,
  amount,
  at,
}: Transfer): WireTransfer {
  return {
    transferId: String(id),
    clientOid,
    fromUserId,
    toUserId,
    asset,
    amount: amountText(amount, asset),
    createdAt: at,
  }
}

const amountText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

const pagedView = (transfer: Transfer) => ({
  item: transferView(transfer),
  cursor: String(transfer.id),
})
