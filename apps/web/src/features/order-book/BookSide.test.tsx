import { createStore } from '@x/kit'
import type { BookLevel } from '@x/market'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, Profiler, StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BookViewState } from './bookView.ts'
import { BookSide, type BookSideProps } from './BookSide.tsx'

afterEach(cleanup)

const level = (price: string, size: string, total: string): BookLevel => ({ price, size, total })
const LEVELS = [level('100', '1', '1'), level('99', '2', '3'), level('98', '1', '4')]
const viewOf = (bids: readonly BookLevel[], deepest = '8'): BookViewState => ({
  asks: [],
  bids,
  deepest,
})

function stage(props: Partial<BookSideProps> = {}) {
  const levelStore = createStore(viewOf(LEVELS))
  let commits = 0
  const onPick = vi.fn<BookSideProps['onPick']>()
  const box = createRef<HTMLOListElement>()
  const numbers = {
    number: (text: string, { purpose }: { purpose: string }) => `${purpose} ${text}`,
  } as unknown as BookSideProps['numbers']
  const side = (more: Partial<BookSideProps> = {}) => (
    <StrictMode>
      <Profiler id="side" onRender={() => void commits++}>
        <BookSide
          label="Bids"
          side="buy"
          view={levelStore}
          digits={{ price: 2, size: 5 }}
          numbers={numbers}
          own={new Set()}
          ownLabel="Your order"
          onPick={onPick}
          box={box}
          {...props}
          {...more}
        />
      </Profiler>
    </StrictMode>
  )
  const view = render(side())
  const move = (levels: readonly BookLevel[], deepest?: string) =>
    act(async () => levelStore.setState(viewOf(levels, deepest)))
  return {
    onPick,
    levelStore,
    move,
    commits: () => commits,
    unmount: view.unmount,
    show: (more: Partial<BookSideProps>) => view.rerender(side(more)),
  }
}

const rows = () => screen.getAllByRole('button')
const texts = () =>
  rows().map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))
const bars = () => rows().map((row) => (row.lastElementChild as HTMLElement).style.backgroundSize)

it('shows price, size, total and depth bar (product Spot)', () => {
  stage()
  expect(texts()).toEqual([
    ['price 100', 'size 1', 'size 1'],
    ['price 99', 'size 2', 'size 3'],
    ['price 98', 'size 1', 'size 4'],
  ])
  expect(bars()).toEqual(['12.4% 100%', '37.6% 100%', '50% 100%'])
})

it('keeps the element of a row while prices move through it', async () => {
  const { move } = stage()
  const before = rows()
  await move([level('101', '5', '5'), ...LEVELS.slice(0, 2)], '10')
  expect(rows()).toEqual(before)
  expect(texts().map(([price]) => price)).toEqual(['price 101', 'price 100', 'price 99'])
  expect(bars()).toEqual(['50% 100%', '10% 100%', '30% 100%'])
})

it('paints moved levels once, without a React commit', async () => {
  const { levelStore, commits } = stage()
  const before = commits()
  await act(async () => {
    levelStore.setState(viewOf([level('100', '7', '7'), ...LEVELS.slice(1)]))
    levelStore.setState(viewOf([level('100', '8', '8'), ...LEVELS.slice(1)]))
    // The components commit in a microtask of this task; the page must change but once.
    expect(texts()[0]).toEqual(['price 100', 'size 1', 'size 1'])
  })
  expect(texts()[0]).toEqual(['price 100', 'size 8', 'size 8'])
  expect(commits()).toBe(before)
})

it('repaints when language or labels change', () => {
  const { show } = stage()
  show({
    numbers: { number: (text: string) => `neu ${text}` } as unknown as BookSideProps['numbers'],
  })
  expect(texts()[1]).toEqual(['neu 99', 'neu 2', 'neu 3'])
})

it('sizes of a vast book are shortened, prices never', () => {
  stage({
    isVast: true,
    numbers: {
      number: (text: string) => `whole ${text}`,
      compact: (text: string, { purpose }: { purpose: string }) => `short ${purpose} ${text}`,
    } as unknown as BookSideProps['numbers'],
  })
  expect(texts()[1]).toEqual(['whole 99', 'short size 2', 'short size 3'])
})

it('shows all current digits of a shortened size under the pointer (visual)', async () => {
  const { move } = stage({
    isVast: true,
    numbers: {
      number: (text: string, { digits }: { digits: number }) => `whole ${text} ${digits}`,
      compact: (text: string) => `short ${text}`,
    } as unknown as BookSideProps['numbers'],
  })
  const titles = () =>
    rows().flatMap((row) => [...row.children].map((cell) => (cell as HTMLElement).title))
  const [, second] = rows()
  expect(titles().join('')).toBe('')
  for (const cell of [0, 1, 2]) fireEvent.pointerMove(second?.children[cell] as Element)
  expect(titles().filter(Boolean)).toEqual(['whole 2 5', 'whole 3 5'])
  await move([LEVELS[0]!, level('99', '7', '8')])
  fireEvent.pointerMove(second?.children[1] as Element)
  expect(titles()[5]).toBe('whole 7 5')
})

it('a size that stands there with all its digits says them once', () => {
  stage()
  const [cell] = rows().map((row) => row.children[1] as HTMLElement)
  fireEvent.pointerMove(cell!)
  expect(cell?.title).toBe('')
})

it('a side that is gone hears of nothing and writes nothing', async () => {
  const { levelStore, unmount } = stage()
  const [cell] = rows().map((row) => row.children[0])
  levelStore.setState(viewOf([level('200', '1', '1')]))
  unmount()
  await Promise.resolve()
  expect(cell?.textContent).toBe('price 100')
})

it('adds and removes rows with levels, each drawn completely', async () => {
  const { move } = stage()
  await move(LEVELS.slice(0, 1))
  expect(texts()).toEqual([['price 100', 'size 1', 'size 1']])
  await move([])
  expect(screen.queryAllByRole('button')).toEqual([])
  await move(LEVELS)
  expect(texts().at(-1)).toEqual(['price 98', 'size 1', 'size 4'])
  expect(bars()).toEqual(['12.4% 100%', '37.6% 100%', '50% 100%'])
})

it('keeps painting after page translators replaced nodes', async () => {
  const { move } = stage()
  const cell = rows()[0]?.children[0]
  const foreign = document.createElement('font')
  foreign.textContent = 'preis 100'
  cell?.replaceChildren(foreign)
  await move([level('200', '1', '1')])
  expect(texts()).toEqual([['price 200', 'size 1', 'size 1']])
})

it('marks prices of own orders while they rest (product Spot)', async () => {
  const { show, move } = stage({ own: new Set(['99']) })
  const marks = () => rows().map((row) => [row.hasAttribute('data-own'), row.title])
  expect(marks()).toEqual([
    [false, ''],
    [true, 'Your order'],
    [false, ''],
  ])
  await move([level('101', '1', '1'), ...LEVELS])
  expect(marks().map(([isOwn]) => isOwn)).toEqual([false, false, true, false])
  show({ own: new Set() })
  expect(marks().map(([isOwn]) => isOwn)).toEqual([false, false, false, false])
})

it('picks the price, or on size or Shift the cumulative amount', () => {
  const { onPick } = stage()
  const [, second] = rows()
  fireEvent.click(second?.children[0] as Element)
  fireEvent.click(second?.children[1] as Element)
  fireEvent.click(second as Element, { shiftKey: true })
  expect(onPick.mock.calls).toEqual([
    ['99', {}, 'buy'],
    ['99', { size: '3' }, 'buy'],
    ['99', { size: '3' }, 'buy'],
  ])
})

it('has one tab stop; arrows move from the spread and back', () => {
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
