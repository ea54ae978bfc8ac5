/**
 * What of the terminal has a size of the trader's: the height of the orders, the widths of book and
 * form; the chart takes what is left.
 */
export const PANELS = ['orders', 'book', 'form'] as const
export type Panel = (typeof PANELS)[number]

/**
 * The arrangements: `professional` has the trades in a column of their own at every width, `both`
 * a form for each side, `full` no header.
 */
export const PRESETS = ['standard', 'professional', 'both', 'full'] as const
export type Preset = (typeof PRESETS)[number]

/** How the trader has arranged the terminal. */
export interface TerminalLayout extends Readonly<
  Record<Panel, /** px; `undefined`: the composition's own. */ number | undefined>
> {
  /** Where book and form stand. */
  readonly side: 'end' | 'start'
  readonly preset: Preset
  /** Whether the watch list is next to the chart. */
  readonly isDocked: boolean
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
 * `end`, `start:320`, `end::300:280:both:docked`: side, the sizes in the order of `PANELS`, the
 * preset and the docked list, blank where nothing was changed (spec section 3: spotLayout).
 */
export const writeLayout = (layout: TerminalLayout): string =>
  [
    layout.side,
    ...PANELS.map((panel) => layout[panel]),
    layout.preset === 'standard' ? '' : layout.preset,
    layout.isDocked ? 'docked' : '',
  ]
    .join(':')
    .replace(/:+$/, '')

const STORED =
  /^(?:start|end)(?:(?::\d{0,4}){0,3}|(?::\d{0,4}){3}:(?:professional|both|full)?(?::docked)?)$/

export function readLayout(stored: string | null | undefined): TerminalLayout {
  const parts = STORED.test(stored ?? '') ? (stored ?? '').split(':') : ['end']
  const [orders, book, form] = PANELS.map((panel, at) =>
    parts[at + 1] ? bounded(Number(parts[at + 1]), BOUNDS[panel]) : undefined,
  )
  return {
    side: parts[0] === 'start' ? 'start' : 'end',
    orders,
    book,
    form,
    preset: PRESETS.find((preset) => preset === parts[4]) ?? 'standard',
    isDocked: parts[5] === 'docked',
  }
}

/** A layout under the name that the trader gave it. */
export interface NamedLayout {
  readonly name: string
  readonly layout: TerminalLayout
}

/** As lines of name, tab and layout. */
export const writeNamedLayouts = (named: readonly NamedLayout[]): string =>
  named.map(({ name, layout }) => `${name}\t${writeLayout(layout)}`).join('\n')

export const readNamedLayouts = (stored: string | null | undefined): readonly NamedLayout[] =>
  (stored ?? '').split('\n').flatMap((line) => {
    const [name, layout] = line.split('\t')
    return name && layout ? [{ name, layout: readLayout(layout) }] : []
  })

export const DEFAULT_LAYOUT = readLayout(undefined)
