/**
 * Below this share of rows that stay in sight, rows are drawn into the elements of those that left.
 */
const STAYS = 0.5

interface Placed {
  readonly key: string
  readonly slot: string
}

/**
 * Which element a row is drawn in. A row that stays in sight keeps its own. After a leap, when most
 * of them left, the new ones take over the elements in the same places: new text costs a fifth of
 * new elements. The row that holds the focus never changes its element, and no element moves within
 * the document: moved, it would lose the focus.
 */
export function createRowSlots(): (keys: readonly string[], held?: string) => readonly string[] {
  let placed: readonly Placed[] = []
  let made = 0
  const fresh = () => {
    made += 1
    return `slot${made}`
  }
  return (keys, held) => {
    const slotOf = new Map(placed.map(({ key, slot }) => [key, slot]))
    const stay = keys.reduce((count, key) => count + (slotOf.has(key) ? 1 : 0), 0)
    const leapt =
      stay < keys.length * STAYS &&
      (held === undefined || keys.indexOf(held) === placed.findIndex(({ key }) => key === held))
    const slots = keys.map((key, at) => (leapt ? placed[at]?.slot : slotOf.get(key)) ?? fresh())
    placed = keys.map((key, at) => ({ key, slot: slots[at] ?? '' }))
    return slots
  }
}
