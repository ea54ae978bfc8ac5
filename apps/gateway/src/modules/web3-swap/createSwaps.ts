import type { api, Page, RequestOf, Web3Swap, Web3SwapQuote, Web3SwapTerms } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import { SWAP_FEE_BP, poolReserve, swapOutput } from '../../exchange/funds/swaps.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readAmount } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { amountText, CURSOR, readAssetOf, readAtoms, wasRun } from '../payments/ports/fields.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { checksumAddress, recoverHashSigner } from '../third-party-login/ports/ethereum.ts'
import type { Trading } from '../trading/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { boundWallet } from '../users/ports/boundWallet.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { fillOnce, poolName, poolOf, swapNetworkOf, type SwapNetwork } from './pools.ts'
import { swapsOf, type StoredSwap } from './queries.ts'
import { swapHash, swapTypedData, type SwapIntent } from './typedData.ts'

export interface SwapsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly networks: readonly Network[]
  readonly isSuspended: (network: string) => boolean
}

/** Swaps with the pools of a network, signed by the user's own wallet (wallet 5). */
export interface Swaps {
  terms(session: RequestSession): Promise<Web3SwapTerms>
  /** @throws GatewayError 00006, 40010, 40401 without a bound wallet */
  quote(
    session: RequestSession,
    params: RequestOf<typeof api.web3Swap.quote>,
  ): Promise<Web3SwapQuote>
  /** @throws GatewayError 00004, 00006, 40010, 40201, 40231, 40302, 40902 */
  sign(session: RequestSession, params: RequestOf<typeof api.web3Swap.sign>): Promise<Web3Swap>
  history(
    session: RequestSession,
    params: RequestOf<typeof api.web3Swap.history>,
  ): Promise<Page<Web3Swap>>
  /** Where withdrawals of swaps go. @throws GatewayError 00006, 40401 without a bound wallet */
  destination(
    session: RequestSession,
  ): Promise<{ readonly network: string; readonly address: string }>
}

/** A person reads it in the wallet, and signs. */
const QUOTE_MS = 120_000
const DEFAULT_SLIPPAGE = '0.5'
/** Slippage in parts of 10,000: 5 % at most. */
const MOST_SLIPPAGE = 500n
const WHOLE_BP = 10_000n

interface Kept extends Omit<SwapIntent, 'amount' | 'minReceive'> {
  readonly userId: string
  readonly pool: string
  readonly atoms: string
  readonly minAtoms: string
}

const keyOf = (quoteId: string): string => `swap-quote:${quoteId}`
const quoteOver = (): GatewayError =>
  new GatewayError('40231', 'The quote has expired, please ask for a new one')

export function createSwaps(options: SwapsOptions): Swaps {
  const { db, clock, trading } = options
  const network = swapNetworkOf(options.networks)
  const { state } = trading.service.core
  return {
    async terms({ userId }) {
      const wallet = await boundWallet(db, userId)
      return {
        network: network?.id ?? null,
        chainId: network?.chainId ?? null,
        wallet: wallet === undefined ? null : checksumAddress(wallet),
        fee: formatUnits(SWAP_FEE_BP, 2, { trim: true }),
        pools: (network?.swapPools ?? []).map((pool) => {
          const { base, quote } = pool
          const reserve = (asset: string) =>
            amountText(poolReserve(state, { pool: poolName(pool), asset }), asset)
          return { base, quote, baseReserve: reserve(base), quoteReserve: reserve(quote) }
        }),
      }
    },
    quote: (session, params) => quote(options, { session, params }),
    sign: (session, params) => sign(options, { session, params }),
    async history({ userId }, params) {
      const page = readPage(params, { cursorPattern: CURSOR })
      await ledgerCaughtUp({ db, clock, trading: trading.service })
      return pageOf(page, async (limit) =>
        (await swapsOf(db, { userId, cursor: page.cursor, limit })).map((row) => ({
          item: swapView(row),
          cursor: String(row.id),
        })),
      )
    },
    async destination({ userId }) {
      const { id } = openNetwork(options)
      return { network: id, address: checksumAddress(await walletOf(options, userId)) }
    },
  }
}

/** @throws GatewayError 00006 */
function openNetwork({ networks, isSuspended }: SwapsOptions): SwapNetwork {
  const network = swapNetworkOf(networks)
  if (!network || isSuspended(network.id))
    throw new GatewayError('00006', 'Swaps are not available at the moment')
  return network
}

/** @throws GatewayError 40401 */
async function walletOf({ db }: SwapsOptions, userId: string): Promise<string> {
  const wallet = await boundWallet(db, userId)
  if (wallet !== undefined) return wallet
  throw new GatewayError('40401', 'No wallet is bound to this account', {
    data: { field: 'wallet' },
  })
}

async function quote(
  options: SwapsOptions,
  {
    session: { userId },
    params,
  }: { readonly session: RequestSession; readonly params: RequestOf<typeof api.web3Swap.quote> },
): Promise<Web3SwapQuote> {
  const { clock, random, store, trading } = options
  const network = openNetwork(options)
  const sell = readAssetOf('fromAsset', params.fromAsset)
  const buy = readAssetOf('toAsset', params.toAsset)
  const pool = poolOf(network, [sell, buy])
  if (!pool) throw invalidParameter('toAsset', 'There is no pool of both assets')
  const atoms = readAtoms(params, sell)
  const slippage = readSlippage(params)
  const recipient = await walletOf(options, userId)
  fillOnce({ ...options, trading: trading.service, now: clock.now() }, pool)
  const reserve = (asset: string) =>
    poolReserve(trading.service.core.state, { pool: poolName(pool), asset })
  const reserves = { paidIn: reserve(sell), paidOut: reserve(buy) }
  // More than is there would be paid half of its worth at most.
  if (atoms > reserves.paidIn)
    throw malformedParameter('amount', 'The pool has too little for this amount')
  const received = swapOutput(reserves, atoms)
  const minAtoms = (received * (WHOLE_BP - slippage)) / WHOLE_BP
  if (minAtoms <= 0n) throw invalidParameter('amount', 'The amount is too small to swap')
  const nonce = Buffer.from(random.bytes(24)).toString('base64url')
  const expiresAt = clock.now() + QUOTE_MS
  const kept: Kept = {
    userId,
    pool: poolName(pool),
    sell,
    buy,
    atoms: String(atoms),
    minAtoms: String(minAtoms),
    deadline: Math.floor(expiresAt / 1000),
    nonce,
    recipient,
  }
  await store.set(keyOf(nonce), kept, { ttlMs: QUOTE_MS })
  const intent = intentOf(kept)
  return {
    quoteId: nonce,
    network: network.id,
    wallet: checksumAddress(recipient),
    fromAsset: sell,
    toAsset: buy,
    amount: intent.amount,
    receive: amountText(received, buy),
    minReceive: intent.minReceive,
    impact: impactOf(reserves, atoms),
    typedData: JSON.stringify(swapTypedData(intent, network)),
    expiresAt,
  }
}

/** In parts of 10,000. @throws GatewayError 40010 */
function readSlippage(params: RequestOf<typeof api.web3Swap.quote>): bigint {
  const slippage = parseUnits(readAmount(params, 'slippage') ?? DEFAULT_SLIPPAGE, 2)
  if (slippage === null || slippage < 0n || slippage > MOST_SLIPPAGE)
    throw invalidParameter('slippage', 'slippage is 0 to 5 percent with two decimals')
  return slippage
}

/** How much worse than the pool's own price the amount is swapped, in percent, without the fee. */
function impactOf({ paidIn }: { readonly paidIn: bigint }, atoms: bigint): string {
  return formatUnits((atoms * WHOLE_BP) / (paidIn + atoms), 2, { trim: true })
}

const intentOf = ({
  atoms,
  minAtoms,
  sell,
  buy,
  deadline,
  nonce,
  recipient,
}: Kept): SwapIntent => ({
  sell,
  buy,
  amount: amountText(BigInt(atoms), sell),
  minReceive: amountText(BigInt(minAtoms), buy),
  deadline,
  nonce,
  recipient,
})

async function sign(
  options: SwapsOptions,
  {
    session,
    params: { quoteId, signature },
  }: { readonly session: RequestSession; readonly params: RequestOf<typeof api.web3Swap.sign> },
): Promise<Web3Swap> {
  const { trading, db, clock } = options
  assertBoundKey(session)
  const { userId } = session
  const asked = { kind: 'swap', userId, clientOid: quoteId, digest: quoteId } as const
  if (!wasRun(options, asked)) {
    const kept = await takeSigned(options, { session, quoteId, signature })
    // Of two copies at once the second finds what the first one left.
    if (!wasRun(options, asked)) {
      if (!kept || kept.deadline * 1000 <= clock.now()) throw quoteOver()
      trading.service.run({
        ...asked,
        at: clock.now(),
        pool: kept.pool,
        wallet: kept.recipient,
        fromAsset: kept.sell,
        fromAtoms: kept.atoms,
        toAsset: kept.buy,
        minAtoms: kept.minAtoms,
      })
    }
  }
  await ledgerCaughtUp({ db, clock, trading: trading.service, isRepeated: true })
  const [row] = await swapsOf(db, { userId, quoteId, limit: 1 })
  if (!row) throw new GatewayError('00006', 'The swap could not be read')
  return trading.service.confirm(swapView(row))
}

/**
 * The quote of the user, used up, whose wallet has signed it and is bound still.
 * @throws GatewayError 00006, 40010, 40302, 40401
 */
async function takeSigned(
  options: SwapsOptions,
  {
    session,
    quoteId,
    signature,
  }: {
    readonly session: RequestSession
    readonly quoteId: string
    readonly signature: string
  },
): Promise<Kept | undefined> {
  const { trading, db, clock, store } = options
  const network = openNetwork(options)
  await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
  trading.guard.takeTransfer(session)
  trading.service.assertCapacity()
  // Looked at before it is taken: a wrong user or signature uses nothing up.
  const known = await store.get<Kept>(keyOf(quoteId))
  if (known?.userId !== session.userId) return undefined
  const signer = recoverHashSigner(await swapHash(intentOf(known), network), { signature })
  const wallet = await walletOf(options, session.userId)
  if (signer !== known.recipient || signer !== wallet)
    throw invalidParameter('signature', 'This is not a signature of the bound wallet')
  return store.take<Kept>(keyOf(quoteId))
}

const swapView = (row: StoredSwap): Web3Swap => ({
  swapId: String(row.id),
  quoteId: row.client_oid,
  wallet: checksumAddress(row.wallet),
  fromAsset: row.from_asset,
  toAsset: row.to_asset,
  amount: amountText(BigInt(row.paid), row.from_asset),
  receive: amountText(BigInt(row.received), row.to_asset),
  minReceive: amountText(BigInt(row.minimum), row.to_asset),
  at: Number(row.at),
})
