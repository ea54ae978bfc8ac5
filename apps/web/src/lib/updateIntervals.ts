/**
 * Shortest time between two renders of live market data. The first change renders at once; all
 * intervals are aligned, so that one commit serves them.
 */

/** Prices and sizes. Nobody reads more than eight values a second. */
export const FAST_UPDATES = { everyMs: 125 } as const
/** Estimates, and the data that an order is validated against. */
export const NORMAL_UPDATES = { everyMs: 250 } as const
/** 24-hour figures, which move little. */
export const SLOW_UPDATES = { everyMs: 500 } as const
/** The title of the browser tab: with every tick it cost a tenth of all script. */
export const BACKGROUND_UPDATES = { everyMs: 1_000 } as const
