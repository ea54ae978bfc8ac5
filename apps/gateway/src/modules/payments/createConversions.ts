import type { api, Conversion, ConvertQuote, Page, RequestOf } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import type { Asked, PaymentsOptions } from './context.ts'
import { amountText, CURSOR, readAssetOf, readAtoms, wasRun } from './ports/fields.ts'
import { SPREAD_PERCENT } from './ports/spread.ts'
import { convertedAtoms } from './price.ts'
import { conversionsOf, type StoredConversion } from './queries.ts'

/** How long a quote holds (wallet 5). */
const QUOTE_MS = 8_000
const PRICE_DECIMALS = 12

interface Quote {
  readonly userId: string
  readonly fromAsset: string
  readonly fromAtoms: string
  readonly toAsset: string
  readonly toAtoms: string
  readonly expiresAt: number
}

const keyOf = (quoteId: string): string => `convert-quote:${quoteId}`
const quoteOver = (): GatewayError =>
  new GatewayError('40231', 'The quote has expired, please ask for a new one')

/** Conversions at a quoted price (wallet 5). */
export interface Conversions {
  /** @throws GatewayError 00006, 40010 */
  quote(session: RequestSession, params: RequestOf<typeof api.convert.quote>): Promise<ConvertQuote>
  /** @throws GatewayError 00006, 40010, 40201, 40231, 40302, 40902 */
  accept(session: RequestSession, params: RequestOf<typeof api.convert.accept>): Promise<Conversion>
  history(
    session: RequestSession,
    params: RequestOf<typeof api.convert.history>,
  ): Promise<Page<Conversion>>
}

export function createConversions(options: PaymentsOptions): Conversions {
  const { db, clock, random, store, market, trading } = options
  return {
    async quote({ userId }, params) {
      const fromAsset = readAssetOf('fromAsset', params.fromAsset)
      const toAsset = readAssetOf('toAsset', params.toAsset)
      if (fromAsset === toAsset) throw invalidParameter('toAsset', 'Both assets are the same')
      const atoms = readAtoms(params, fromAsset)
      const received = convertedAtoms(market, { fromAsset, toAsset, atoms })
      if (received <= 0n) throw invalidParameter('amount', 'The amount is too small to convert')
      const quoteId = Buffer.from(random.bytes(24)).toString('base64url')
      const expiresAt = clock.now() + QUOTE_MS
      const kept: Quote = {
        userId,
        fromAsset,
        fromAtoms: String(atoms),
        toAsset,
        toAtoms: String(received),
        expiresAt,
      }
      await store.set(keyOf(quoteId), kept, { ttlMs: QUOTE_MS })
      return {
        quoteId,
        fromAsset,
        toAsset,
        amount: amountText(atoms, fromAsset),
        receive: amountText(received, toAsset),
        price: priceText(kept),
        spread: SPREAD_PERCENT,
        expiresAt,
      }
    },
    accept: (session, params) => accept(options, { session, params }),
    async history({ userId }, params) {
      const page = readPage(params, { cursorPattern: CURSOR })
      await ledgerCaughtUp({ db, clock, trading: trading.service })
      return pageOf(page, async (limit) =>
        (await conversionsOf(db, { userId, cursor: page.cursor, limit })).map((row) => ({
          item: conversionView(row),
          cursor: String(row.id),
        })),
      )
    },
  }
}

async function accept(
  options: PaymentsOptions,
  { session, params: { quoteId, ...params } }: Asked<RequestOf<typeof api.convert.accept>>,
): Promise<Conversion> {
  const { trading, db, clock, store } = options
  assertBoundKey(session)
  const { userId } = session
  const clientOid = required(readClientOid(params), 'clientOid')
  await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
  const asked = { kind: 'convert', userId, clientOid, digest: quoteId } as const
  if (!wasRun(options, asked)) {
    trading.guard.takeTransfer(session)
    trading.service.assertCapacity()
    // Looked at before it is taken: nobody uses up the quote of another user.
    const known = await store.get<Quote>(keyOf(quoteId))
    const quote = known?.userId === userId ? await store.take<Quote>(keyOf(quoteId)) : undefined
    // Of two copies at once the second finds what the first one left.
    if (!wasRun(options, asked)) {
      if (!quote || quote.expiresAt <= clock.now()) throw quoteOver()
      const { expiresAt: _, ...terms } = quote
      trading.service.run({ ...asked, ...terms, at: clock.now() })
    }
  }
  await ledgerCaughtUp({ db, clock, trading: trading.service, isRepeated: true })
  const [row] = await conversionsOf(db, { userId, clientOid, limit: 1 })
  if (!row) throw new GatewayError('00006', 'The conversion could not be read')
  return trading.service.confirm(conversionView(row))
}

/** How much of the one brings how much of the other, cut off. */
function priceText({ fromAsset, fromAtoms, toAsset, toAtoms }: Quote): string {
  const scale = 10n ** BigInt(PRICE_DECIMALS + scaleOf(fromAsset))
  const price = (BigInt(toAtoms) * scale) / (BigInt(fromAtoms) * 10n ** BigInt(scaleOf(toAsset)))
  return formatUnits(price, PRICE_DECIMALS, { trim: true })
}

const conversionView = (row: StoredConversion): Conversion => ({
  convertId: String(row.id),
  clientOid: row.client_oid,
  fromAsset: row.from_asset,
  toAsset: row.to_asset,
  amount: amountText(BigInt(row.paid), row.from_asset),
  receive: amountText(BigInt(row.received), row.to_asset),
  at: Number(row.at),
})
