import type { BookLevel } from '@x/market'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { BookSide, type BookSideProps } from './BookSide.tsx'

afterEach(cleanup)

const level = (price: string, size: string, total: string): BookLevel => ({ price, size, total })
const LEVELS = [level('100', '1', '1'), level('99', '2', '3'), level('98', '1', '4')]

function stage(props: Partial<BookSideProps> = {}) {
  const onPick = vi.fn<BookSideProps['onPick']>()
  const box = createRef<HTMLOListElement>()
  const numbers = { number: (text: string, { purpose }: { purpose: string }) => `${purpose} ${text}` } as unknown as BookSideProps['numbers']
  const side = (more: Partial<BookSideProps> = {}) => (
    <StrictMode>
      <BookSide label="Bids" side="buy" levels={LEVELS} deepest="8" digits={{ price: 2, size: 5 }} numbers={numbers} own={new Set()} ownLabel="Your order" onPick={onPick} box={box} {...props} {...more} />
    </StrictMode>
  )
  const view = render(side())
  return { onPick, show: (more: Partial<BookSideProps>) => view.rerender(side(more)) }
}

const rows = () => screen.getAllByRole('button')
const texts = () => rows().map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))
const bars = () => rows().map((row) => (row.lastElementChild as HTMLElement).style.transform)

it('product Spot: a row shows price, size and running total, and a bar as long as its share of the deepest', () => {
  stage()
  expect(texts()).toEqual([
    ['price 100', 'size 1', 'size 1'],
    ['price 99', 'size 2', 'size 3'],
    ['price 98', 'size 1', 'size 4'],
  ])
  expect(bars()).toEqual(['scaleX(0.124)', 'scaleX(0.376)', 'scaleX(0.5)'])
})

it('a row is a place: prices run through it and its element stays', () => {
  const { show } = stage()
  const before = rows()
  show({ levels: [level('101', '5', '5'), ...LEVELS.slice(0, 2)], deepest: '10' })
  expect(rows()).toEqual(before)
  expect(texts().map(([price]) => price)).toEqual(['price 101', 'price 100', 'price 99'])
  expect(bars()).toEqual(['scaleX(0.5)', 'scaleX(0.1)', 'scaleX(0.3)'])
})

it('rows come and go with the levels, and a new one shows all of its level', () => {
  const { show } = stage()
  show({ levels: LEVELS.slice(0, 1) })
  expect(texts()).toEqual([['price 100', 'size 1', 'size 1']])
  show({ levels: [] })
  expect(screen.queryAllByRole('button')).toEqual([])
  show({ levels: LEVELS })
  expect(texts().at(-1)).toEqual(['price 98', 'size 1', 'size 4'])
  expect(bars()).toEqual(['scaleX(0.124)', 'scaleX(0.376)', 'scaleX(0.5)'])
})

it('writes on where something else has replaced what it wrote, as translators of pages do', () => {
  const { show } = stage()
  const cell = rows()[0]?.children[0]
  const foreign = document.createElement('font')
  foreign.textContent = 'preis 100'
  cell?.replaceChildren(foreign)
  show({ levels: [level('200', '1', '1')] })
  expect(texts()).toEqual([['price 200', 'size 1', 'size 1']])
})

it("product Spot: the user's own prices are marked and said, and the mark goes with the order", () => {
  const { show } = stage({ own: new Set(['99']) })
  const marks = () => rows().map((row) => [row.hasAttribute('data-own'), row.title])
  expect(marks()).toEqual([[false, ''], [true, 'Your order'], [false, '']])
  show({ levels: [level('101', '1', '1'), ...LEVELS] })
  expect(marks().map(([isOwn]) => isOwn)).toEqual([false, false, true, false])
  show({ own: new Set() })
  expect(marks().map(([isOwn]) => isOwn)).toEqual([false, false, false])
})

it('product Spot: a press gives the price; on the size, or with Shift, all up to it too', () => {
  const { onPick } = stage()
  const [, second] = rows()
  fireEvent.click(second?.children[0] as Element)
  fireEvent.click(second?.children[1] as Element)
  fireEvent.click(second as Element, { shiftKey: true })
  expect(onPick.mock.calls).toEqual([['99', {}], ['99', { size: '3' }], ['99', { size: '3' }]])
})

it('one tab stop; the arrow keys move away from the spread and back', () => {
  stage()
  const stops = () => rows().map((row) => row.tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  fireEvent.keyDown(rows()[0] as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(rows()[1])
  expect(stops()).toEqual([-1, 0, -1])
  fireEvent.keyDown(rows()[1] as Element, { key: 'ArrowUp' })
  fireEvent.keyDown(rows()[0] as Element, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(rows()[0])
  fireEvent.focus(rows()[2] as Element)
  expect(stops()).toEqual([-1, -1, 0])
})
