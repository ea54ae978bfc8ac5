import type { BookLevel } from '@x/market'
import { afterEach, describe, expect, it } from 'vitest'
import { createLevelPainter, type LevelLook } from './createLevelPainter.ts'

afterEach(() => document.body.replaceChildren())

const level = (price: string, size: string, total: string): BookLevel => ({ price, size, total })

/** A list with so many rows, as the side of a book renders them. */
function listOf(count: number) {
  const list = document.createElement('ol')
  for (let index = 0; index < count; index++) {
    const button = document.createElement('button')
    button.append(...['span', 'span', 'span', 'i'].map((name) => document.createElement(name)))
    const item = document.createElement('li')
    item.append(button)
    list.append(item)
  }
  document.body.append(list)
  return list
}

function bench(count: number) {
  const list = listOf(count)
  const painter = createLevelPainter()
  let written = 0
  const look: LevelLook = {
    priceText: (price) => (written++, `p${price}`),
    sizeText: (size) => `s${size}`,
    own: new Set(['99']),
    ownLabel: 'Your order',
  }
  const rows = () => [...list.querySelectorAll('button')]
  return {
    list,
    look,
    paint: (levels: readonly BookLevel[], deepest: string, as: LevelLook = look) =>
      painter.paint(list, { levels, deepest }, as),
    texts: () => rows().map((row) => [...row.children].map(({ textContent }) => textContent)),
    bars: () => rows().map((row) => (row.lastElementChild as HTMLElement).style.backgroundSize),
    own: () => rows().map((row) => [row.hasAttribute('data-own'), row.title]),
    /** How many prices have been written since the last question. */
    written() {
      const count = written
      written = 0
      return count
    },
  }
}

describe('the rows of a side', () => {
  it('have price, size and total', () => {
    const { paint, texts } = bench(2)
    paint([level('100', '1', '1'), level('99', '2', '3')], '3')
    expect(texts()).toEqual([
      ['p100', 's1', 's1', ''],
      ['p99', 's2', 's3', ''],
    ])
  })

  it.each([
    ['0', '10', '0% 100%'],
    ['5', '10', '50% 100%'],
    ['10', '10', '100% 100%'],
    ['1', '3', '33.2% 100%'],
    ['0.001', '10', '0% 100%'],
    ['5', '0', '0% 100%'],
  ])('have a bar of %s of %s', (total, deepest, size) => {
    const { paint, bars } = bench(1)
    paint([level('100', '1', total)], deepest)
    expect(bars()).toEqual([size])
  })

  it('write a price again only where it is another', () => {
    const { paint, written } = bench(2)
    paint([level('100', '1', '1'), level('99', '2', '3')], '3')
    expect(written()).toBe(2)
    paint([level('100', '5', '5'), level('98', '2', '7')], '7')
    expect(written()).toBe(1)
    paint([level('100', '5', '5'), level('98', '2', '7')], '7')
    expect(written()).toBe(0)
  })

  it('are all written anew with another look', () => {
    const { paint, texts, look } = bench(1)
    paint([level('100', '1', '1')], '1')
    paint([level('100', '1', '1')], '1', { ...look, priceText: (price) => `neu ${price}` })
    expect(texts()).toEqual([['neu 100', 's1', 's1', '']])
  })

  it('mark the prices of own orders, and no other that comes there', () => {
    const { paint, own } = bench(2)
    paint([level('99.00', '1', '1'), level('98', '1', '2')], '2')
    expect(own()).toEqual([
      [true, 'Your order'],
      [false, ''],
    ])
    paint([level('100', '1', '1'), level('99', '1', '2')], '2')
    expect(own()).toEqual([
      [false, ''],
      [true, 'Your order'],
    ])
  })
})

describe('rows that come and go', () => {
  it('leave levels out that have no row', () => {
    const { paint, texts } = bench(1)
    paint([level('100', '1', '1'), level('99', '1', '2')], '2')
    expect(texts()).toEqual([['p100', 's1', 's1', '']])
  })

  it('leave rows as they are that have no level', () => {
    const { paint, texts } = bench(2)
    paint([level('100', '1', '1')], '1')
    expect(texts()[1]).toEqual(['', '', '', ''])
  })

  it('are written whole after their elements were replaced', () => {
    const { list, paint, texts } = bench(1)
    paint([level('100', '1', '1')], '1')
    list.replaceChildren(...listOf(1).children)
    paint([level('100', '1', '1')], '1')
    expect(texts()).toEqual([['p100', 's1', 's1', '']])
  })

  it('are written again after a translator has replaced their texts', () => {
    const { list, paint, texts } = bench(1)
    paint([level('100', '1', '1')], '1')
    for (const cell of list.querySelectorAll('span')) cell.textContent = 'übersetzt'
    paint([level('100', '1', '1')], '1')
    expect(texts()).toEqual([['p100', 's1', 's1', '']])
  })

  it('stop at a row that is none', () => {
    const { list, paint, texts } = bench(2)
    list.firstElementChild?.replaceChildren()
    paint([level('100', '1', '1'), level('99', '1', '2')], '2')
    expect(texts()).toEqual([['', '', '', '']])
  })
})
