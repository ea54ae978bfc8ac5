/**
 * What of the terminal has a size of the trader's: the height of the orders, the widths of book and
 * form; the chart takes what is left.
 */
export const PANELS = ['orders', 'book', 'form'] as const
export type Panel = (typeof PANELS)[number]

/** How the trader has arranged the terminal. */
export interface TerminalLayout extends Readonly<
  Record<Panel, /** px; `undefined`: the composition's own. */ number | undefined>
> {
  /** Where book and form stand. */
  readonly side: 'end' | 'start'
}

/**
 * px. Less leaves no row of orders, no space for the eight digits of a price next to amount and
 * total, none for three kinds of order side by side; more leaves no chart at 1280 x 800. The style
 * sheet has the least widths too.
 */
export const BOUNDS: Readonly<Record<Panel, { readonly least: number; readonly most: number }>> = {
  orders: { least: 140, most: 480 },
  book: { least: 264, most: 480 },
  form: { least: 260, most: 480 },
}

export const bounded = (
  size: number,
  { least, most }: { readonly least: number; readonly most: number },
): number => Math.round(Math.max(least, Math.min(most, size)))

/**
 * `end`, `start:320`, `end::300:280`: side, then the sizes in the order of `PANELS`, blank where
 * nothing was changed (spec section 3: spotLayout).
 */
export const writeLayout = (layout: TerminalLayout): string =>
  [layout.side, ...PANELS.map((panel) => layout[panel])].join(':').replace(/:+$/, '')

export function readLayout(stored: string | null | undefined): TerminalLayout {
  const [side, ...sizes] = /^(?:start|end)(?::\d{0,4}){0,3}$/.test(stored ?? '')
    ? stored!.split(':')
    : ['end']
  const [orders, book, form] = PANELS.map((panel, at) =>
    sizes[at] ? bounded(Number(sizes[at]), BOUNDS[panel]) : undefined,
  )
  return { side: side === 'start' ? 'start' : 'end', orders, book, form }
}

export const DEFAULT_LAYOUT = readLayout(undefined)
