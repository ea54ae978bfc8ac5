/** The parsed data of `GET /v1/mix/config/referral`. */
export interface ReferralConfig {
  readonly open: boolean
  /**
   * Milliseconds that captured codes live. `undefined` when the days are out of range: then nothing
   * is stored (R7).
   */
  readonly lifeMs: number | undefined
  /** Milliseconds since the epoch; NaN when unparsable, which closes the window (R3). */
  readonly begin: number
  readonly end: number
  /** An empty list allows every channel code or path (R4). */
  readonly channelCodes: readonly string[]
  readonly paths: readonly string[]
}

export const DAY_MS = 86_400_000

/** Parses the server's configuration. Invalid data closes the window. */
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
  // An invalid list closes the window: read as empty it would allow everything.
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

/** The path of a link, without origin, query and trailing slash. */
export function pathOf(link: string): string {
  return link.replace(/^https?:\/\/[^/?#]*|\/?(?:[?#].*)?$/gis, '') || '/'
}
