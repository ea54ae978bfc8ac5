import type { api, RequestOf, Withdrawal as WireWithdrawal } from '@x/api'
import { withdrawable, withdrawalDigest, withdrawalKey } from '../../exchange/funds/withdrawals.ts'
import type { KeyUse } from '../../exchange/state/keys.ts'
import type { WithdrawCommand } from '../../exchange/state/withdrawalCommand.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'
import { given, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { createIdempotency, usedForAnother } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp, readBeforeTaking } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { readAddress } from './addresses.ts'
import { refuseAddress } from './createAddressBook.ts'
import { usdtText, type Quotes } from './createQuotes.ts'
import type { WithdrawalServiceOptions } from './ports/WithdrawalServiceOptions.ts'
import { addressFacts } from './ports/OwnAddresses.ts'
import { withdrawalView } from './ports/withdrawalView.ts'
import {
  entriesOf,
  isActive,
  settingOf,
  storedWithdrawal,
  type StoredEntry,
  type WithdrawalSetting,
} from './queries.ts'
import { addressReason, reviewReason } from './rules.ts'
import { readKey, readTag, readTerms, type WithdrawalTerms } from './withdrawalInput.ts'

type Params = RequestOf<typeof api.withdrawals.apply>

/** What a caller knows of a request. Never a field of it: those are the user's. */
export interface RequestFacts {
  /** The address is the wallet that the account has bound, so that no step-up is due. */
  readonly isBoundWallet?: boolean
}

/** Where a withdrawal goes, before it is judged. */
interface Destination {
  readonly address: string
  readonly tag: string | undefined
  /** The entry that the request names, or that has the address that was typed in. */
  readonly entry: StoredEntry | undefined
  readonly isFromBook: boolean
}

interface Request {
  readonly session: RequestSession
  readonly params: Params
  readonly terms: WithdrawalTerms
  readonly clientOid: string
  readonly destination: Destination
  readonly isBoundWallet: boolean
}

interface Keyed {
  readonly key: string
  readonly digest: string
  readonly clientOid: string
}

type Options = WithdrawalServiceOptions & { readonly quotes: Quotes }

/** Withdrawals to any address and to the bound wallet: from the request to its two commands. */
export function createWithdrawalRequests(options: Options) {
  const { trading, guard, clock, networks } = options
  const { state } = trading.core
  const idempotency = createIdempotency({
    keys: state.keys,
    what: 'withdrawal',
    answerOf(use: KeyUse): WireWithdrawal | undefined {
      const id = use.answer && 'transferId' in use.answer ? Number(use.answer.transferId) : 0
      const open = state.withdrawals.open.get(id)
      return open && withdrawalView(open)
    },
  })

  return async (
    session: RequestSession,
    params: Params,
    { isBoundWallet = false }: RequestFacts = {},
  ): Promise<WireWithdrawal> => {
    assertBoundKey(session)
    const terms = readTerms(params, networks)
    const clientOid = readKey(params)
    const { userId } = session
    const destination = await destinationOf(options, { userId, params, terms })
    const digest = withdrawalDigest(requestOf(terms, destination))
    const keyed: Keyed = { key: withdrawalKey({ userId, clientOid }), digest, clientOid }
    const answer = await idempotency.answerOnce(keyed, async () => {
      guard.takeTransfer(session)
      const known = await answeredBefore(options, { userId, keyed })
      if (known) return { answer: known }
      const request: Request = { session, params, terms, clientOid, destination, isBoundWallet }
      const command = await prepare(options, { request, digest })
      return { run: () => withdrawalView(runRequest(trading, { command, now: clock.now() })) }
    })
    return trading.confirm(answer)
  }
}

const requestOf = (
  { network, coin, atoms }: WithdrawalTerms,
  { address, tag }: Pick<Destination, 'address' | 'tag'>,
) => ({
  network: network.id,
  asset: coin.asset,
  address,
  ...(tag === undefined ? {} : { tag }),
  atoms: String(atoms),
})

/** @throws GatewayError 40010, 40230, 40401 */
async function destinationOf(
  { db }: Options,
  {
    userId,
    params,
    terms: { network },
  }: {
    readonly userId: string
    readonly params: Params
    readonly terms: WithdrawalTerms
  },
): Promise<Destination> {
  const entries = (await readBeforeTaking(entriesOf(db, userId))).filter(
    (entry) => entry.network === network.id,
  )
  const bookId = given(params.bookId)
  const named = bookId === undefined ? undefined : entries.find((each) => each.bookId === bookId)
  if (bookId !== undefined && !named)
    throw new GatewayError('40401', 'The entry is unknown', { data: { field: 'bookId' } })
  const text = named?.address ?? required(given(params.address), 'address')
  const tag = named ? given(named.tag) : readTag(params)
  const read = readAddress(text.trim(), network)
  if ('fault' in read) throw refuseAddress(read.fault)
  const { address } = read
  const entry =
    named ?? entries.find((each) => each.address === address && each.tag === (tag ?? ''))
  return { address, tag, entry, isFromBook: named !== undefined }
}

/** Memory keeps the whole answer for minutes and a hash for a day; the ledger has it for ever. */
async function answeredBefore(
  { trading, db, clock }: Options,
  { userId, keyed: { key, digest, clientOid } }: { readonly userId: string; readonly keyed: Keyed },
): Promise<WireWithdrawal | undefined> {
  const isRepeated = trading.core.state.keys.has(key)
  if (isRepeated) await ledgerCaughtUp({ db, trading, clock, isRepeated })
  const stored = await readBeforeTaking(storedWithdrawal(db, { userId, clientOid }), {
    isRepeated,
  })
  if (!stored) return undefined
  if (withdrawalDigest({ ...stored, atoms: String(stored.amount) }) !== digest)
    throw usedForAnother('withdrawal')
  return withdrawalView(stored)
}

/** Every rule of the request, the cheap ones first; what can be used up is used last. */
async function prepare(
  options: Options,
  { request, digest }: { readonly request: Request; readonly digest: string },
): Promise<WithdrawCommand> {
  const { session, params, terms, clientOid, destination } = request
  const { trading, db, clock, quotes } = options
  const { userId } = session
  const { network, coin, atoms } = terms
  await assertMayWithdraw(options, session)
  if (options.isSuspended(network.id))
    throw new GatewayError('00006', 'Withdrawals over this network are paused')
  const setting = await readBeforeTaking(settingOf(db, userId))
  assertNotStopped(setting, clock.now())
  await assertMayReceive(options, { request, setting })
  if (atoms > withdrawable(trading.core.state, { userId, asset: coin.asset }))
    throw new GatewayError('40201', 'The balance is not sufficient', {
      data: { asset: coin.asset },
    })
  const { fee } = await quotes.read(params.quoteId, { userId, terms })
  const value = quotes.valueOf(coin.asset, atoms)
  const cap = await prove(options, { request, value, setting })
  await quotes.spend(params.quoteId)
  return {
    kind: 'withdraw',
    at: clock.now(),
    userId,
    clientOid,
    digest,
    ...requestOf(terms, destination),
    fee,
    value: String(value),
    cap: String(cap),
  }
}

async function assertMayWithdraw(
  { db, clock }: Options,
  { sessionId, userId }: RequestSession,
): Promise<void> {
  await readBeforeTaking(assertMayMoveFunds(db, { sessionId, now: clock.now() }))
  if (!(await readBeforeTaking(isActive(db, userId))))
    throw new GatewayError('00004', 'This account is frozen, please contact support')
}

function assertNotStopped({ stoppedUntil }: WithdrawalSetting, now: number): void {
  if (stoppedUntil > now)
    throw new GatewayError('40302', 'Withdrawals are stopped after a change of security', {
      data: { retryAfter: Math.ceil((stoppedUntil - now) / 1000) },
    })
}

/** @throws GatewayError 40230 */
async function assertMayReceive(
  { own, clock }: Options,
  {
    request: {
      terms: { network },
      destination: { address, entry, isFromBook },
    },
    setting: { whitelist },
  }: { readonly request: Request; readonly setting: WithdrawalSetting },
): Promise<void> {
  const facts = await readBeforeTaking(addressFacts(own, { network, address }))
  // An address that is typed in counts as one outside of the book, unless only those count.
  const judged = isFromBook || whitelist ? entry : undefined
  const reason = addressReason({ ...facts, entry: judged, whitelist, now: clock.now() })
  if (reason) throw refuseAddress(reason, reason === 'new' ? judged?.usableAt : undefined)
}

/**
 * The step-up of the request, or the flag that does without it. Answers the cap that counts: that
 * of the flag too is counted in the command, so that two requests at once do not pass it.
 */
async function prove(
  { quotes, stepUp }: Options,
  {
    request: { session, params, destination, isBoundWallet },
    value,
    setting: { noPasswordCap },
  }: { readonly request: Request; readonly value: bigint; readonly setting: WithdrawalSetting },
): Promise<bigint> {
  const { userId, sessionId } = session
  const cap = await readBeforeTaking(quotes.capOf(userId))
  const left = quotes.leftToday(userId, cap)
  if (value > left)
    throw new GatewayError('40209', 'This is above what may be withdrawn today', {
      data: { left: usdtText(left) },
    })
  // Its permission was given with a step-up, and for some addresses alone.
  if (session.withdrawsByKey) {
    if (!destination.isFromBook) throw refuseAddress('whitelist')
    return cap
  }
  if (isBoundWallet) return cap
  if (
    given(params.verifyToken) === undefined &&
    destination.isFromBook &&
    noPasswordCap !== undefined &&
    value <= quotes.leftToday(userId, noPasswordCap)
  )
    return noPasswordCap < cap ? noPasswordCap : cap
  await stepUp.spend(params.verifyToken, { sessionId, action: 'withdraw' })
  return cap
}

/** Runs the request and its rules; between the two commands nothing waits. */
export function runRequest(
  trading: TradingService,
  { command, now }: { readonly command: WithdrawCommand; readonly now: number },
): Readonly<Withdrawal> {
  trading.assertCapacity()
  const [withdrawal] = trading.runWithEffects(command).effects.withdrawals ?? []
  if (!withdrawal) throw new RangeError('A withdrawal left no trace.')
  return judge(trading, { withdrawal, now })
}

/** What the rules say of a new withdrawal (wallet 4); also of one that a crash left pending. */
export function judge(
  trading: Pick<TradingService, 'runWithEffects'>,
  { withdrawal, now }: { readonly withdrawal: Readonly<Withdrawal>; readonly now: number },
): Readonly<Withdrawal> {
  const reason = reviewReason(withdrawal)
  const { effects } = trading.runWithEffects({
    kind: 'withdrawalEvent',
    at: now,
    id: withdrawal.id,
    event: reason === undefined ? 'rulesPass' : 'rulesAsk',
    ...(reason === undefined ? {} : { reason }),
  })
  return effects.withdrawals?.[0] ?? withdrawal
}
