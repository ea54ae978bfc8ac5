/** Busy times come together: the memory of a market fades within hours. */
const MOOD_MS = 3 * 3_600_000
const MOOD_DEVIATION = 0.6
/** How much a mood moves the price, against how much it makes trade. */
const MOVING = 0.8

/**
 * How busy a market is, as a logarithm; 0: as usual. `change`: normal. Its spread is the same for
 * steps and candles of every length.
 */
export function nextMood(
  mood: number,
  { length, change }: { readonly length: number; readonly change: number },
): number {
  const kept = Math.exp(-length / MOOD_MS)
  return mood * kept + MOOD_DEVIATION * Math.sqrt(1 - kept * kept) * change
}

/** How many more take in a mood; 1 on average. */
export const moodRate = (mood: number): number => Math.exp(mood - MOOD_DEVIATION ** 2 / 2)

/** How much further the price moves in a mood; its square is 1 on average. */
export const moodVolatility = (mood: number): number =>
  Math.exp(MOVING * mood - (MOVING * MOOD_DEVIATION) ** 2)
