/** How the trader has arranged the terminal. */
export interface TerminalLayout {
  /** Where book and form stand. */
  readonly side: 'end' | 'start'
  /** Height of the orders panel, px; `undefined`: the composition's own. */
  readonly orders: number | undefined
}

export const DEFAULT_LAYOUT: TerminalLayout = { side: 'end', orders: undefined }

/** Fewer leave no row of orders; more leave no chart at 1280 x 800. */
export const ORDERS_BOUNDS = { least: 140, most: 480 } as const

export const boundedOrders = (height: number): number => Math.round(Math.min(ORDERS_BOUNDS.most, Math.max(ORDERS_BOUNDS.least, height)))

/** `end`, `start:320`: side, then the height where it was changed (spec section 3: spotLayout). */
export const writeLayout = ({ side, orders }: TerminalLayout): string => (orders === undefined ? side : `${side}:${orders}`)

export function readLayout(stored: string | null | undefined): TerminalLayout {
  const match = /^(start|end)(?::(\d{1,4}))?$/.exec(stored ?? '')
  if (!match) return DEFAULT_LAYOUT
  return { side: match[1] === 'start' ? 'start' : 'end', orders: match[2] === undefined ? undefined : boundedOrders(Number(match[2])) }
}

const STEP = 16

/** The height after a key on the divider; up makes the panel below it taller. */
export function heightAfterKey(height: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return boundedOrders(height + STEP)
    case 'ArrowDown':
      return boundedOrders(height - STEP)
    case 'Home':
      return ORDERS_BOUNDS.most
    case 'End':
      return ORDERS_BOUNDS.least
    default:
      return undefined
  }
}
