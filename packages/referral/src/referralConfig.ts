/** The data of `GET /v1/mix/config/referral`, read: who may be captured, when, and for how long. */
export interface ReferralConfig {
  readonly open: boolean
  /**
   * Milliseconds that captured codes live; `undefined` when the days are out of range, and nothing
   * is stored (R7).
   */
  readonly lifeMs: number | undefined
  /** Milliseconds since the epoch; NaN when unparsable, and then the window is closed (R3). */
  readonly begin: number
  readonly end: number
  /** Empty: every channel code, every path (R4). */
  readonly channelCodes: readonly string[]
  readonly paths: readonly string[]
}

export const DAY_MS = 86_400_000

/** Server spelling ends here. Anything that does not fit closes the window. */
export function parseReferralConfig(data: unknown): ReferralConfig {
  const {
    open,
    cacheEffectiveTime: days,
    cacheBeginTime,
    cacheEndTime,
    channelCodeList,
    activeLinkList,
  } = Object(data) as Record<string, unknown>
  const channelCodes = channelCodeList ?? []
  const links = activeLinkList ?? []
  // A list that cannot be read closes; taken for empty it would let everything pass.
  if (!isTexts(channelCodes) || !isTexts(links)) return parseReferralConfig({})
  return {
    open: open === true,
    lifeMs: typeof days === 'number' && days > 0 && days <= 365 ? days * DAY_MS : undefined,
    begin: parseTime(cacheBeginTime),
    end: parseTime(cacheEndTime),
    channelCodes,
    paths: links.map(pathOf),
  }
}

/** Milliseconds, as a number or in digits, or ISO 8601; a time without a zone is UTC. */
function parseTime(value: unknown): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value : ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const [iso, time, zone] = /^\d{4}-\d\d-\d\d(?:(T[\d:.]+)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? ['']
  return Date.parse(time && !zone ? `${iso}Z` : iso)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** A link of the list as a path: with or without origin, query and a slash at the end. */
export function pathOf(link: string): string {
  return link.replace(/^https?:\/\/[^/?#]*|[?#].*$/gis, '').replace(/\/$/, '') || '/'
}
