import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type CardRange, cardsInSight, cardStarts, FIRST_CARDS } from './cardPlaces.ts'

export interface CardWindow {
  /** For the list; its cards are its children, each with its key as `data-card`. */
  readonly list: RefObject<HTMLUListElement | null>
  readonly range: CardRange
  /** Where each card starts, and where the last ends, in pixels. */
  readonly starts: readonly number[]
}

interface Measured {
  /** Pixels of the list's width. */
  readonly width: number
  readonly heights: ReadonlyMap<string, number>
}

/**
 * What was measured of the lists that were left, by their labels: Back to one of them finds each
 * card in its place.
 */
const left = new Map<string, Measured>()

/** Keeps what was measured of a list; paper seasons are lists of one name. */
function leave(label: string, { width, heights }: Measured): void {
  const others = left.get(label)
  left.set(label, {
    width,
    heights: new Map([...(others?.width === width ? others.heights : []), ...heights]),
  })
}

const drawnHeights = (cards: readonly HTMLElement[]) =>
  cards
    .map((card) => [card.dataset['card'] ?? '', card.getBoundingClientRect().height] as const)
    .filter(([, height]) => height > 0)

const same = (a: CardRange, b: CardRange) => a.first === b.first && a.end === b.end

/**
 * The visible cards of a long list, scrolled in its own box or with the page. Cards differ in
 * height: rendered cards are measured, the others get reserved space above. Where an estimate was
 * wrong, the browser keeps visible cards in place (scroll anchoring).
 */
export function useCardWindow(
  keys: readonly string[],
  { label }: { readonly label: string },
): CardWindow {
  const list = useRef<HTMLUListElement>(null)
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(
    () => left.get(label)?.heights ?? new Map(),
  )
  const [range, setRange] = useState<CardRange>({ first: 0, end: FIRST_CARDS })
  const starts = useMemo(() => cardStarts(keys, heights), [keys, heights])
  const latest = useRef({ starts, heights })
  const look = useCallback(() => {
    const top = list.current?.parentElement?.getBoundingClientRect().top
    if (top === undefined) return
    const next = cardsInSight(latest.current.starts, { top, height: window.innerHeight })
    setRange((before) => (same(before, next) ? before : next))
  }, [])
  useLayoutEffect(() => {
    latest.current = { starts, heights }
    look()
  }, [starts, heights, look])
  const measure = useCallback(({ anew = false } = {}) => {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[]
    setHeights((before) => {
      const drawn = drawnHeights(cards)
      return anew || drawn.some(([key, height]) => before.get(key) !== height)
        ? new Map([...(anew ? [] : before), ...drawn])
        : before
    })
  }, [])
  useLayoutEffect(() => measure(), [measure, keys, range])
  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    let width = left.get(label)?.width ?? box.clientWidth
    // Of another width, no card is as high as it was.
    const observer = new ResizeObserver(() => {
      measure({ anew: box.clientWidth !== width })
      width = box.clientWidth
    })
    observer.observe(box)
    // Within the frame that scrolls: drawn a task later, the frame would be painted with a blank
    // strip.
    const onScroll = () => flushSync(look)
    // The capture phase at the document sees the scrolling of every box.
    document.addEventListener('scroll', onScroll, { passive: true, capture: true })
    window.addEventListener('resize', look)
    // The page may have been scrolled to where it was left since the list was drawn.
    look()
    return () => {
      leave(label, { width, heights: latest.current.heights })
      observer.disconnect()
      document.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [look, measure, label])
  return { list, range, starts }
}
