/** The clocks of browser and gateway may differ by this much before a record is overlooked. */
export const CLOCK_SKEW_MS = 15 * 60_000
/** How long a list is waited for that may show what had no answer. */
export const SEARCH_TIMEOUT_MS = 5_000
