import type { FuturesMessages } from '../messages/messages.ts'
import { type ErrorTexts, failureOf, serverText } from './serverText.ts'

type FuturesErrorId = Extract<keyof FuturesMessages, `futures.error.${string}`>

/** The catalogs of the app and of futures, as far as errors go. */
export type FuturesErrorTexts = ErrorTexts & ((id: FuturesErrorId) => string)

/** Refusals of futures (futures 11); their texts load with its screens. */
export const FUTURES_TEXTS: Readonly<Record<string, FuturesErrorId>> = {
  '40210': 'futures.error.nothingToReduce',
  '40211': 'futures.error.leverage',
  '40212': 'futures.error.positionLimit',
  '40213': 'futures.error.liquidatedAtOnce',
  '40214': 'futures.error.inUse',
  '40215': 'futures.error.liquidating',
  '40216': 'futures.error.beyondBankruptcy',
  '40217': 'futures.error.marginNeeded',
}

/** A price off the band names its field; without one there is no mark to measure it by. */
const PROTECTION = '40205'

/** As `serverText`, and the refusals of futures. */
export function futuresErrorText(error: unknown, t: FuturesErrorTexts): string {
  const { code = '', field } = failureOf(error)
  if (code === PROTECTION && field === undefined) return t('futures.error.noMark')
  const id = Object.hasOwn(FUTURES_TEXTS, code) ? FUTURES_TEXTS[code] : undefined
  return id ? t(id) : serverText(error, t)
}
