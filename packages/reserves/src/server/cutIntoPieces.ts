/** A uniform integer from 0 to one below the argument. */
export type RandomBelow = (below: number) => number

/** Cuts are made at one of so many parts of an amount. */
const PARTS = 2 ** 32

/** Cuts amounts at random into pieces of which none is below zero and whose sum is the amounts. */
export function cutIntoPieces(
  amounts: readonly bigint[],
  { count, random }: { readonly count: number; readonly random: RandomBelow },
): bigint[][] {
  const pieces: bigint[][] = Array.from({ length: count }, () => [])
  for (const amount of amounts) {
    const cuts = Array.from(
      { length: count - 1 },
      () => (amount * BigInt(random(PARTS))) / BigInt(PARTS),
    ).sort((a, b) => (a < b ? -1 : Number(a > b)))
    const ends = [...cuts, amount]
    for (const [n, end] of ends.entries()) pieces[n]?.push(end - (ends[n - 1] ?? 0n))
  }
  return pieces
}

/** Fisher-Yates, in place. */
export function shuffle<T>(items: T[], random: RandomBelow): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random(last + 1)
    const [a, b] = [items[last], items[other]]
    if (a === undefined || b === undefined) return
    items[last] = b
    items[other] = a
  }
}
