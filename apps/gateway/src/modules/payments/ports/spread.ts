import { formatUnits } from '@x/decimal'

/** What a conversion keeps of what the book brings, in parts of 10,000: 0.1 %. */
export const SPREAD_BP = 10n

/** The same in percent, as quotes and the fee schedule say it. */
export const SPREAD_PERCENT = formatUnits(SPREAD_BP, 2, { trim: true })
