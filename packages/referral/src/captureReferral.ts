import type { ReferralLink } from './readLink.ts'
import { collectCodes, type ReferralCodes } from './referralCodes.ts'
import { DAY_MS, pathOf, type ReferralConfig } from './referralConfig.ts'

/** Captured codes with the link they came from and their end. */
export type ReferralRecord = ReferralCodes & {
  /** Origin and path of the link, at most 512 characters. */
  readonly currentLink: string
  /** Milliseconds since the epoch at which the codes expire. */
  readonly effectiveEndTime: number
}

export interface CaptureOptions {
  readonly config: ReferralConfig
  /** When the link was read, in milliseconds since the epoch. */
  readonly at: number
  /** Removes the locale segment of a path. */
  readonly stripLocale: (path: string) => string
}

/** The record of a link under a configuration (R3 to R7), or `undefined`. */
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
 * Parses a stored record, which any script of the origin may have written (R14). Returns
 * `undefined` when it is invalid or has ended.
 */
export function parseRecord(text: string | null, now: number): ReferralRecord | undefined {
  const { currentLink, effectiveEndTime, ...rest } = parseObject(text)
  const codes = collectCodes((field) => rest[field])
  // The longest life is 365 days; one more day allows for clocks that were set back.
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
