/**
 * How often what runs is drawn anew at most; a first change is shown at once, and the beats of all
 * fall together. Nobody reads more than eight figures in a second.
 */
export const RUNNING = { everyMs: 125 } as const
/** Estimates, and what an order is judged by. */
export const STEADY = { everyMs: 250 } as const
/** A day's figures move little. */
export const SLOW = { everyMs: 500 } as const
/**
 * What is read from afar, and told to the browser around the page each time: with every tick the
 * title cost a tenth of all script.
 */
export const DISTANT = { everyMs: 1_000 } as const
