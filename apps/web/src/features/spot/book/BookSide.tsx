import type { BookLevel } from '@x/market'
import type { Numbers } from '@x/locale/react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react'
import styles from './book.module.css'
import { isOwnPrice } from './ownPrices.ts'

/** A level's price; with everything up to it where the size was pressed, or with Shift. */
export type OnPick = (price: string, more?: { readonly size?: string | undefined }) => void

export interface BookSideProps {
  readonly label: string
  readonly side: 'buy' | 'sell'
  /** Best first; as many as fit. */
  readonly levels: readonly BookLevel[]
  /** The larger of both sides, so that their bars compare. */
  readonly deepest: string
  readonly digits: { readonly price: number; readonly size: number }
  readonly numbers: Numbers
  readonly own: ReadonlySet<string>
  readonly ownLabel: string
  readonly onPick: OnPick
  readonly box: RefObject<HTMLOListElement | null>
}

/** One side of the book. A row is a place, not a price: its element stays while prices run through it. One tab stop; the arrow keys move within. */
export function BookSide({ label, side, levels, deepest, digits, numbers, own, ownLabel, onPick, box }: BookSideProps) {
  const [focused, setFocused] = useState(0)
  const current = Math.min(focused, Math.max(0, levels.length - 1))
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const towardsDepth = side === 'buy' ? 'ArrowDown' : 'ArrowUp'
    const towardsBest = side === 'buy' ? 'ArrowUp' : 'ArrowDown'
    if (event.key !== towardsDepth && event.key !== towardsBest) return
    event.preventDefault()
    const next = Math.min(levels.length - 1, Math.max(0, current + (event.key === towardsDepth ? 1 : -1)))
    setFocused(next)
    box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons bubble up to here
    <ol ref={box} className={styles['side']} data-side={side} aria-label={label} onKeyDown={onKeyDown}>
      {levels.map(({ price, size, total }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is a place in the book
        <li key={index} className={styles['level']}>
          <button type="button" className={styles['row']} data-row={index} data-own={isOwnPrice(price, own) || undefined} title={isOwnPrice(price, own) ? ownLabel : undefined} tabIndex={index === current ? 0 : -1} onFocus={() => setFocused(index)} onClick={(event) => onPick(price, wantsSize(event) ? { size: total } : {})} style={{ '--depth': share(total, deepest) } as CSSProperties}>
            <span className={styles['price']}>{numbers.number(price, { digits: digits.price, purpose: 'price' })}</span>
            <span data-size="">{numbers.number(size, { digits: digits.size, purpose: 'size' })}</span>
            <span className={styles['sum']} data-size="">{numbers.number(total, { digits: digits.size, purpose: 'size' })}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const wantsSize = ({ shiftKey, target }: MouseEvent): boolean => shiftKey || (target instanceof Element && target.closest('[data-size]') !== null)

/** Length of a bar only. */
function share(total: string, deepest: string): number {
  const whole = Number(deepest)
  return whole > 0 ? Math.round((Number(total) / whole) * 1_000) / 1_000 : 0
}
