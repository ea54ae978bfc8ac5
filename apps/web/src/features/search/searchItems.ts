import type { SpotSymbol } from '../../data/spot/model.ts'

export type SearchKind = 'pair' | 'page' | 'help'

/** Something that a search can find. */
export interface SearchItem {
  readonly kind: SearchKind
  readonly id: string
  readonly title: string
  /** Below the title: the product of a pair, what a help text says. */
  readonly detail?: string | undefined
  /** Other words that find it. */
  readonly words: readonly string[]
  /** Where it leads, without the language; absent: it is read here. */
  readonly path?: string | undefined
}

/** Results of one kind at most, so that none crowds out the others. */
const MOST_OF_A_KIND = 8

/** A text as it is compared: without accents, case, width and signs. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * How well a text fits a folded query, 0 best; `undefined` not at all. Letters in order count less
 * than letters together.
 */
function fitOf(text: string, query: string): number | undefined {
  const found = folded(text)
  if (found === query) return 0
  if (found.startsWith(query)) return 1
  if (found.includes(query)) return 2
  return undefined
}

function bestFit({ title, detail, words }: SearchItem, query: string): number | undefined {
  const inName = [title, ...words]
    .map((text) => fitOf(text, query))
    .filter((fit) => fit !== undefined)
  if (inName.length > 0) return Math.min(...inName)
  return detail !== undefined && fitOf(detail, query) !== undefined ? 3 : undefined
}

/** What a query finds, best first within each kind; without a query nothing is left out. */
export function findItems(items: readonly SearchItem[], query: string): readonly SearchItem[] {
  const wanted = folded(query)
  const found = items.flatMap((item, at) => {
    const fit = wanted === '' ? 0 : bestFit(item, wanted)
    return fit === undefined ? [] : [{ item, fit, at }]
  })
  const best = found.toSorted((a, b) => a.fit - b.fit || a.at - b.at).map(({ item }) => item)
  return (['pair', 'page', 'help'] as const).flatMap((kind) =>
    best.filter((item) => item.kind === kind).slice(0, MOST_OF_A_KIND),
  )
}

/** A spot pair or a contract; contracts have keys such as `usdt/BTCUSDT`. */
export function pairItem(
  { symbol, base, quote }: Pick<SpotSymbol, 'symbol' | 'base' | 'quote'>,
  { detail, coin }: { readonly detail: string; readonly coin: string | undefined },
): SearchItem {
  const isContract = symbol.includes('/')
  return {
    kind: 'pair',
    id: symbol,
    title: `${base}/${quote}`,
    detail,
    words: [base, `${base}${quote}`, ...(coin === undefined ? [] : [coin])],
    path: isContract ? `/futures/${symbol}` : `/spot/${symbol}`,
  }
}

/** The place of the choice after a key; the ends lead to each other. */
export function movedChoice(
  at: number,
  { key, count }: { readonly key: string; readonly count: number },
): number {
  if (count === 0) return 0
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : Math.min(at, count - 1)
}
