/** Share of rows that stay visible below which rows are rendered into existing elements. */
const KEPT_SHARE = 0.5

interface Placed {
  readonly key: string
  readonly slot: string
}

/**
 * Creates a function that assigns rows to elements. A row that stays visible keeps its element.
 * After a jump, when most rows left, new rows reuse the elements at the same positions: replacing
 * text costs a fifth of creating elements. The focused row keeps its element, and no element moves
 * in the document, because it would lose the focus.
 */
export function createRowSlots(): (keys: readonly string[], focused?: string) => readonly string[] {
  let placed: readonly Placed[] = []
  let made = 0
  const fresh = () => {
    made += 1
    return `slot${made}`
  }
  return (keys, focused) => {
    const slotOf = new Map(placed.map(({ key, slot }) => [key, slot]))
    const stay = keys.reduce((count, key) => count + (slotOf.has(key) ? 1 : 0), 0)
    const hasJumped =
      stay < keys.length * KEPT_SHARE &&
      (focused === undefined ||
        keys.indexOf(focused) === placed.findIndex(({ key }) => key === focused))
    const slots = keys.map((key, at) => (hasJumped ? placed[at]?.slot : slotOf.get(key)) ?? fresh())
    placed = keys.map((key, at) => ({ key, slot: slots[at] ?? '' }))
    return slots
  }
}
