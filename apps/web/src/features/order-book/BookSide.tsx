import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import type { Numbers } from '@x/locale/react'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react'
import type { Side } from '../../data/spot/model.ts'
import styles from './book.module.css'
import type { BookViewState } from './bookView.ts'
import { createLevelPainter } from './createLevelPainter.ts'

/** A level's price; with everything up to it where the size was pressed, or with Shift. */
export type OnPick = (
  price: string,
  more?: { readonly size?: string | undefined },
  /** The side of the book that the level is of. */
  level?: Side,
) => void

export interface BookSideProps {
  readonly label: string
  readonly side: 'buy' | 'sell'
  /** Changes with every frame, without this being rendered anew. */
  readonly view: Store<BookViewState>
  readonly digits: { readonly price: number; readonly size: number }
  readonly numbers: Numbers
  /** Sizes are shortened: all digits do not fit. */
  readonly isVast?: boolean
  readonly own: ReadonlySet<string>
  readonly ownLabel: string
  readonly onPick: OnPick
  /** Next to the other side: the best price is on top. */
  readonly isBeside?: boolean
  readonly box: RefObject<HTMLOListElement | null>
}

/**
 * One side of the book. A row is a place, not a price: its element stays while prices run through
 * it. One tab stop; the arrow keys move within.
 */
export function BookSide({
  label,
  side,
  view,
  digits,
  numbers,
  isVast = false,
  own,
  ownLabel,
  onPick,
  isBeside,
  box,
}: BookSideProps) {
  const count = useStore(view, (shown) => levelsOf(shown, side).length)
  const [focused, setFocused] = useState(0)
  const [painter] = useState(createLevelPainter)
  const current = Math.min(focused, Math.max(0, count - 1))
  const wholeSize = (size: string) => numbers.number(size, { digits: digits.size, purpose: 'size' })
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const priceText = (price: string) =>
      numbers.number(price, { digits: digits.price, purpose: 'price' })
    const sizeText = (size: string) =>
      isVast ? numbers.compact(size, { purpose: 'size' }) : wholeSize(size)
    const look = { priceText, sizeText, own, ownLabel }
    return watch(view, (shown) =>
      painter.paint(list, { levels: levelsOf(shown, side), deepest: shown.deepest }, look),
    )
  })
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const step = levelStep(event.key, isBeside ? 'buy' : side)
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(count - 1, Math.max(0, current + step))
    setFocused(next)
    box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = dataOf(target, 'row')
    if (row) setFocused(Number(row))
  }
  const levelAt = (target: EventTarget) =>
    levelsOf(view.getState(), side)[Number(dataOf(target, 'row'))]
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const level = levelAt(target)
    if (level)
      onPick(level.price, shiftKey || dataOf(target, 'size') ? { size: level.total } : {}, side)
  }
  // All digits of what is shortened, where the pointer asks for them: a title that ran along would
  // be written with every frame.
  const onPointerMove = ({ target }: PointerEvent) => {
    const [level, size] = [levelAt(target), dataOf(target, 'size')]
    if (level && size) (target as HTMLElement).title = wholeSize(level[size as 'size' | 'total'])
  }
  return (
    // Keys and presses of the buttons bubble up to here.
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions,
       jsx-a11y/click-events-have-key-events */
    <ol
      ref={box}
      className={styles['side']}
      data-side={side}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onClick}
      onPointerMove={isVast ? onPointerMove : undefined}
    >
      <Rows count={count} current={current} />
    </ol>
  )
}

/** By how many levels an arrow key leads away from the best price. */
function levelStep(key: string, side: BookSideProps['side']): number | undefined {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  return (key === 'ArrowDown') === (side === 'buy') ? 1 : -1
}

/** The places, without what stands in them. */
const Rows = memo(({ count, current }: { count: number; current: number }) =>
  Array.from({ length: count }, (_, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a row is a place in the book
    <li key={index} className={styles['level']}>
      {/* The painter writes its text. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <button
        type="button"
        className={styles['row']}
        data-row={index}
        tabIndex={index === current ? 0 : -1}
      >
        <span className={styles['price']} />
        <span data-size="size" />
        <span className={styles['sum']} data-size="total" />
        <i className={styles['bar']} aria-hidden="true" />
      </button>
    </li>
  )),
)

const levelsOf = ({ asks, bids }: BookViewState, side: 'buy' | 'sell') =>
  side === 'buy' ? bids : asks

/**
 * Shows at once, and again after each change: with the microtask behind the commit of the
 * components, so that the page changes once.
 */
function watch<T>(store: Store<T>, show: (state: T) => void): () => void {
  let isOver = false
  let isDue = false
  const run = (): void => {
    isDue = false
    if (!isOver) show(store.getState())
  }
  run()
  const stop = store.subscribe(() => {
    if (isDue) return
    isDue = true
    queueMicrotask(run)
  })
  return () => {
    isOver = true
    stop()
  }
}

/** What the row or the cell that an event came from says of itself. */
const dataOf = (target: EventTarget, what: 'row' | 'size'): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>(`[data-${what}]`)?.dataset[what]
    : undefined
