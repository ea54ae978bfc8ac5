import type { api, RequestOf } from '@x/api'
import { parseUnits } from '@x/decimal'
import type { Random } from '@x/kit'
import { scaleOf, SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { MOST_PARTS } from '../../exchange/products/redPackets.ts'
import type { RedPacketCreateCommand } from '../../exchange/state/productCommand.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { readAsset } from '../trading/ports/readAsset.ts'

/** Crockford's alphabet: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = new RegExp(`^[${LETTERS}]{10}$`)
const CODE_LENGTH = 10
/** Parts have no more decimals: nobody wants a part of 0.01830275 USDT. */
const MOST_DECIMALS = 6
/** Below it eight bytes of the seed make even draws. */
const MOST_UNITS = 10n ** 15n
const QUOTE = 'USDT'
const FREE_OF_PROOF = 100n

export type PacketInput = Pick<
  RedPacketCreateCommand,
  'asset' | 'unit' | 'units' | 'count' | 'split' | 'greeting' | 'clientOid' | 'digest'
>

/** The fields of `POST /v1/redpacket/create`. @throws GatewayError 40010 with the field */
export function readPacket(params: RequestOf<typeof api.redPackets.create>): PacketInput {
  const { count, split } = params
  const asset = required(readAsset(params), 'asset')
  const amount = required(readAmount(params, 'amount'), 'amount')
  const clientOid = required(readClientOid(params), 'clientOid')
  const greeting = (params.greeting ?? '').trim()
  const decimals = Math.min(scaleOf(asset), MOST_DECIMALS)
  const units = parseUnits(amount, decimals)
  if (units === null)
    throw invalidParameter('amount', `amount of ${asset} has at most ${decimals} decimals`)
  if (!Number.isInteger(count) || count < 1 || count > MOST_PARTS)
    throw malformedParameter('count', `count must be from 1 to ${MOST_PARTS}`)
  if (units < BigInt(count) || units > MOST_UNITS)
    throw invalidParameter('amount', 'The amount cannot be divided among so many')
  const unit = String(10n ** BigInt(scaleOf(asset) - decimals))
  return {
    asset,
    unit,
    units: String(units),
    count,
    split,
    greeting,
    clientOid,
    digest: JSON.stringify([asset, String(units), count, split, greeting]),
  }
}

/** A code as it was typed: lower case, spaces and hyphens do not matter, nor do O, I and L. */
export function readCode(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  // What is no code at all is answered like one that is not known.
  return CODE.test(code) ? code : ''
}

/** 50 random bits. */
export function drawCode(random: Random): string {
  return [...random.bytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** Above 100 USDT; what has no price needs one too. */
export function needsStepUp(
  { asset, unit, units }: PacketInput,
  market: Pick<DisplayedMarket, 'lastTicks'>,
): boolean {
  const atoms = BigInt(unit) * BigInt(units)
  const one = 10n ** BigInt(scaleOf(asset))
  if (asset === QUOTE) return atoms > FREE_OF_PROOF * one
  const pair = SPOT_SYMBOLS.find(({ base, quote }) => base === asset && quote === QUOTE)
  const ticks = pair && market.lastTicks(pair.symbol)
  if (!pair || ticks === undefined) return true
  return atoms * BigInt(ticks) > FREE_OF_PROOF * one * 10n ** BigInt(pair.pricePlace)
}
