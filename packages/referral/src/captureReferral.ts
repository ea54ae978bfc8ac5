import type { ReferralLink } from './readLink.ts'
import { collectCodes, type ReferralCodes } from './referralCodes.ts'
import { DAY_MS, pathOf, type ReferralConfig } from './referralConfig.ts'

export type ReferralRecord = ReferralCodes & {
  readonly currentLink: string
  /** Milliseconds since the epoch; from then on the codes are gone. */
  readonly effectiveEndTime: number
}

export interface CaptureOptions {
  readonly config: ReferralConfig
  /** When the link was seen. */
  readonly at: number
  /** Takes the locale segment off a path. */
  readonly stripLocale: (path: string) => string
}

/** What a link leaves behind under a configuration (R3 to R7); `undefined` when nothing. */
export function captureReferral(
  link: ReferralLink,
  { config, at, stripLocale }: CaptureOptions,
): ReferralRecord | undefined {
  const { open, lifeMs, begin, end, channelCodes, paths } = config
  if (!open || !lifeMs || !(begin <= at && at < end)) return undefined
  const here = [link.path, stripLocale(link.path)].map(pathOf)
  if (paths.length > 0 && !here.some((path) => paths.includes(path))) return undefined
  const isListed = channelCodes.length === 0 || channelCodes.includes(link.codes.channelCode ?? '')
  const codes = collectCodes((field) =>
    field === 'channelCode' && !isListed ? undefined : link.codes[field],
  )
  return codes && { ...codes, currentLink: link.currentLink, effectiveEndTime: at + lifeMs }
}

/** Origin and path, 512 characters in all. */
const LINK = /^(?!.{513})https?:[^?#]+$/

/**
 * A stored record, which any script of the origin may have written (R14); `undefined` when it does
 * not fit or has ended.
 */
export function parseRecord(text: string | null, now: number): ReferralRecord | undefined {
  const { currentLink, effectiveEndTime, ...rest } = parseObject(text)
  const codes = collectCodes((field) => rest[field])
  // No record lives longer than a year; a day is for clocks that were set back.
  const isLive =
    typeof effectiveEndTime === 'number' &&
    effectiveEndTime > now &&
    effectiveEndTime <= now + 366 * DAY_MS
  return codes && isLive && typeof currentLink === 'string' && LINK.test(currentLink)
    ? { ...codes, currentLink, effectiveEndTime }
    : undefined
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '')) as Record<string, unknown>
  } catch {
    return {}
  }
}
