import { createHash } from 'node:crypto'
import { api, type MarginAccount, type RequestOf } from '@x/api'
import { parseUnits } from '@x/decimal'
import { createEmitter, type Clock } from '@x/kit'
import { isMarginAsset, MARGIN_PAIRS } from '../../exchange/instruments/marginTerms.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { LoanKind } from '../../exchange/state/effects.ts'
import { loanKey, marginAccountAsIs, marginKey } from '../../exchange/state/marginState.ts'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import type { GatewayModule, RequestSession } from '../../platform/http/route.ts'
import type { Reader, UserNotices } from '../notices/ports/UserNotices.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey, createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { Trading } from '../trading/module.ts'
import { createMarginCalls } from './createMarginCalls.ts'
import { createMarginDriver, type MarginDriverOptions } from './createMarginDriver.ts'
import { loanView, marginAccountView, rateViews, stepView, tierViews } from './marginViews.ts'
import { marginMaxima } from './maxima.ts'
import type { MarginAccountSource } from './ports/MarginAccountSource.ts'
import { loanLimitAtoms } from './ports/loanLimits.ts'
import { loansOf, stepsOf } from './queries.ts'

export interface MarginOptions extends Pick<MarginDriverOptions, 'market' | 'log'> {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  /** What the pool of each realm lends at first. Default: that of the demonstration. */
  readonly pool?: MarginDriverOptions['pool'] | undefined
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  /** Who notifies users of margin calls. */
  readonly userNotices: Pick<UserNotices, 'marginCall'>
}

export interface MarginModule extends GatewayModule {
  readonly marginAccounts: MarginAccountSource
}

type Margin = typeof api.margin
const LOAN_CURSOR = /^\d{1,16}$/

const DEMONSTRATION_POOL: MarginDriverOptions['pool'] = {
  USDT: '50000000',
  BTC: '500',
  ETH: '10000',
  SOL: '100000',
  XRP: '10000000',
  DOGE: '50000000',
  ADA: '10000000',
  LTC: '50000',
  LINK: '300000',
  SHIB: '300000000000',
}

/** Margin accounts: loans, leverage, prices, interest and liquidation (futures 7). */
export function createMarginModule(options: MarginOptions): MarginModule {
  const { trading, db, clock, vipLevelOf, userNotices, pool = DEMONSTRATION_POOL } = options
  const { service, guard } = trading
  const { state } = service.core
  const { read, write } = createPrivateRoutes(service)
  const prices = createEmitter<number>()
  const driver = createMarginDriver({
    ...options,
    core: service.core,
    pool,
    onPrices: prices.emit,
  })
  const calls = createMarginCalls({ state, notify: userNotices.marginCall })
  prices.subscribe(calls.check)
  const viewOf = ({ realm, userId }: Reader, symbol?: string): MarginAccount =>
    marginAccountView(
      state,
      marginAccountAsIs(state.margin, { realm, userId, symbol }),
      clock.now(),
    )

  /** The pairs of the accounts of a user; the cross one is always there. */
  const accountsOf = (owner: Reader): readonly (string | undefined)[] => [
    undefined,
    ...MARGIN_PAIRS.filter((symbol) => state.margin.accounts.has(marginKey({ ...owner, symbol }))),
  ]
  const maximaOf = (
    { realm, userId, symbol }: Reader & { readonly symbol?: string | undefined },
    vipLevel: number,
  ) => {
    const account = marginAccountAsIs(state.margin, { realm, userId, symbol })
    return marginMaxima(state, { account, vipLevel, at: clock.now() })
  }
  const marginAccounts: MarginAccountSource = {
    of: (owner) => accountsOf(owner).map((symbol) => viewOf(owner, symbol)),
    vipLevelOf,
    maximaOf: (owner, { vipLevel }) =>
      accountsOf(owner).map((symbol) => ({
        symbol: symbol ?? null,
        maxima: maximaOf({ ...owner, symbol }, vipLevel),
      })),
    onPrices: (listener) => prices.subscribe(() => listener()),
  }

  /** Borrows or repays once for each clientOid, and answers the account as it is then. */
  async function lend(
    kind: 'marginBorrow' | 'marginRepay',
    { session, params }: { session: RequestSession; params: RequestOf<Margin['borrow']> },
  ): Promise<MarginAccount> {
    assertBoundKey(session)
    const { realm, userId } = session
    const { symbol, asset, atoms, clientOid } = readLoan(params)
    const key = loanKey({ realm, userId, clientOid })
    const digest = digestOf([kind, symbol ?? '', asset, String(atoms)])
    const vipLevel = await vipLevelOf(userId)
    service.ensurePaperAccount(session)
    const keys = createIdempotency({ keys: state.keys, what: 'loan', answerOf: () => undefined })
    if (!keys.isUsed({ key, digest })) {
      guard.takeTransfer(session)
      service.assertCapacity()
      driver.run()
      const { leverage } = marginAccountAsIs(state.margin, { realm, userId, symbol })
      const names = { realm, userId, asset, clientOid, digest, at: clock.now() }
      const request = {
        ...names,
        ...(symbol === undefined ? {} : { symbol }),
        atoms: String(atoms),
      }
      const limit = loanLimitAtoms({ symbol, asset, leverage, vipLevel })
      if (kind === 'marginBorrow') service.run({ kind, ...request, limit })
      else service.run({ kind, ...request })
    }
    return service.confirm(viewOf(session, symbol))
  }

  function setLeverage(
    session: RequestSession,
    { symbol: named, leverage }: RequestOf<Margin['leverage']>,
  ): Promise<MarginAccount> {
    assertBoundKey(session)
    guard.takeOrder(session)
    service.ensurePaperAccount(session)
    const symbol = requirePair(named)
    const { realm, userId } = session
    service.run({ kind: 'marginLeverage', at: clock.now(), realm, userId, symbol, leverage })
    return service.confirm(viewOf(session, symbol))
  }

  async function readLines(
    { realm, userId }: RequestSession,
    params: RequestOf<Margin['liquidations']>,
  ) {
    const request = readPage(params, { cursorPattern: LOAN_CURSOR })
    const narrowed = readLineFilter(params)
    await ledgerCaughtUp({ db, trading: service, clock })
    const { cursor, limit } = request
    return { request, lines: { ...narrowed, realm, userId, cursor, limit: limit + 1 } }
  }

  async function loanPage(
    session: RequestSession,
    params: RequestOf<Margin['interest']>,
    kind: LoanKind | undefined,
  ) {
    const asset = given(params.asset)
    const { request, lines } = await readLines(session, params)
    const found = await loansOf(db, { ...lines, asset, kind })
    return pageOf(request, (limit) =>
      found.slice(0, limit).map((row) => ({ item: loanView(row), cursor: String(row.loan_id) })),
    )
  }

  return {
    marginAccounts,
    routes: [
      route(api.margin.rates, async () => rateViews()),
      read(api.margin.accounts, (session) => service.confirm([...marginAccounts.of(session)])),
      write(api.margin.borrow, (session, params) => lend('marginBorrow', { session, params })),
      write(api.margin.repay, (session, params) => lend('marginRepay', { session, params })),
      write(api.margin.leverage, setLeverage),
      read(api.margin.max, async (session, { symbol: named }) => {
        const symbol = given(named)
        if (symbol !== undefined) requirePair(symbol)
        const vipLevel = await vipLevelOf(session.userId)
        return service.confirm(maximaOf({ ...session, symbol }, vipLevel))
      }),
      read(api.margin.loans, (session, params) => loanPage(session, params, given(params.kind))),
      read(api.margin.interest, (session, params) => loanPage(session, params, 'interest')),
      read(api.margin.liquidations, async (session, params) => {
        const { request, lines } = await readLines(session, params)
        const found = await stepsOf(db, lines)
        return pageOf(request, (limit) =>
          found
            .slice(0, limit)
            .map((row) => ({ item: stepView(row), cursor: String(row.step_id) })),
        )
      }),
      route(api.margin.tiers, async () => tierViews()),
    ],
    async start() {
      driver.start()
    },
    async stop() {
      driver.stop()
    },
  }
}

const digestOf = (fields: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)

/** @throws GatewayError 40010 */
function readLoan(params: RequestOf<Margin['borrow']>) {
  const symbol = given(params.symbol)
  if (symbol !== undefined) requirePair(symbol)
  const asset = required(given(params.asset), 'asset')
  if (!isMarginAsset(asset, symbol))
    throw malformedParameter('asset', 'asset is none that this account can borrow')
  const atoms = parseUnits(required(readAmount(params, 'amount'), 'amount'), scaleOf(asset))
  if (atoms === null || atoms <= 0n)
    throw invalidParameter('amount', 'amount must be above zero and not have too many decimals')
  return { symbol, asset, atoms, clientOid: required(readClientOid(params), 'clientOid') }
}

/** @throws GatewayError 40010 */
function requirePair(symbol: string): string {
  if (!MARGIN_PAIRS.includes(symbol))
    throw malformedParameter('symbol', `symbol must be one of ${MARGIN_PAIRS.join(', ')}`)
  return symbol
}

/** Lists name the cross account `cross`; without a symbol they have all accounts. */
function readLineFilter(params: RequestOf<Margin['liquidations']>) {
  const symbol = given(params.symbol)
  const time = (field: 'from' | 'to') => {
    const text = given(params[field])
    if (text !== undefined && !/^\d{1,16}$/.test(text))
      throw malformedParameter(field, `${field} must be a whole number`)
    return text === undefined ? undefined : Number(text)
  }
  return {
    symbol: symbol === 'cross' ? '' : symbol && requirePair(symbol),
    from: time('from'),
    to: time('to'),
  }
}
