import { describe, expect, it, vi } from 'vitest'
import { BTC_CONTRACT, BTC_INVERSE, BTC_LONG, ETH_SHORT } from '../../testing/futuresFixtures.ts'
import { shareOf } from './CloseDialog.tsx'
import { type ShareCard, CARD_SIZE, drawShareCard } from './drawShareCard.ts'
import { isBeyondBounds, isWrongSide } from './exitBounds.ts'
import { gaugeLevel } from './gaugeLevel.ts'
import { valueOf } from './positionFigures.ts'
import { sizedName } from './closeAll.ts'
import { sizeUnit, toneOf } from './terms.ts'

describe('the steps of the gauge (futures 12)', () => {
  it.each([
    ['0.00', 'calm'],
    ['79.99', 'calm'],
    ['80.00', 'warned'],
    ['89.99', 'warned'],
    ['90.00', 'danger'],
    ['94.99', 'danger'],
    ['95.00', 'critical'],
    ['100.00', 'critical'],
    ['1200.00', 'critical'],
  ])('reads %s per cent as %s', (ratio, level) => {
    expect(gaugeLevel(ratio)).toBe(level)
  })
})

describe('a share of a position', () => {
  it.each([
    ['0.500', 100, '0.001', '0.500'],
    ['0.500', 50, '0.001', '0.25'],
    ['0.500', 33, '0.001', '0.165'],
    ['0.500', 1, '0.001', '0.005'],
    ['0.001', 50, '0.001', '0'],
    ['7', 50, '1', '3'],
    ['0.1', 75, '0.1', '0'],
  ])('makes %s at %s per cent in steps of %s to %s', (count, percent, stepSize, share) => {
    expect(shareOf(count, { percent, stepSize })).toBe(share)
  })
})

describe('bounds of exits (spec section 5)', () => {
  const tick = '0.1'
  const isolatedLong = { ...BTC_LONG, marginMode: 1 as const }

  it.each([
    ['isolated long at its bound', isolatedLong, '51234.5', true],
    ['isolated long above its bound', isolatedLong, '51234.6', false],
    ['isolated short at its bound', ETH_SHORT, '3130.25', false],
    ['isolated short above its bound', ETH_SHORT, '3130.26', true],
    ['cross long below its bound', BTC_LONG, '51234.5', true],
    ['cross long above its bound', BTC_LONG, '90000', false],
    ['without a liquidation price', { ...BTC_LONG, liquidationPrice: null }, '1', false],
  ])('judges an %s', (_case, position, price, isBeyond) => {
    expect(isBeyondBounds(position, { price, tick })).toBe(isBeyond)
  })

  it.each([
    ['takeProfit', BTC_LONG, '60500.1', false],
    ['takeProfit', BTC_LONG, '60500.0', true],
    ['stopLoss', BTC_LONG, '60499.9', false],
    ['stopLoss', BTC_LONG, '60600', true],
    ['takeProfit', ETH_SHORT, '3000', false],
    ['takeProfit', ETH_SHORT, '3200', true],
    ['stopLoss', ETH_SHORT, '3120', false],
    ['stopLoss', ETH_SHORT, '3050', true],
  ] as const)('judges a %s by the mark', (name, position, price, isWrong) => {
    expect(isWrongSide(position, { name, price })).toBe(isWrong)
  })

  it('judges nothing without a price or a mark', () => {
    expect([
      isWrongSide(BTC_LONG, { name: 'stopLoss', price: '' }),
      isWrongSide({ ...BTC_LONG, markPrice: null }, { name: 'stopLoss', price: '70000' }),
    ]).toEqual([false, false])
  })
})

describe('what a position is worth', () => {
  it('is size times mark of a linear contract', () => {
    expect(valueOf(BTC_LONG, BTC_CONTRACT)).toBe('30250.0000')
  })
  it('is unknown without a mark', () => {
    expect(valueOf({ ...BTC_LONG, markPrice: null }, BTC_CONTRACT)).toBeNull()
  })
  it('is the nominal value of an inverse one', () => {
    expect(valueOf({ positionsCount: '10', markPrice: null }, BTC_INVERSE)).toBe('1000')
  })
  it('has the unit of its size', () => {
    const unitOf = (contract: typeof BTC_CONTRACT | undefined) =>
      sizeUnit(contract, ((key: string) => key) as Parameters<typeof sizeUnit>[1])
    expect([unitOf(BTC_CONTRACT), unitOf(BTC_INVERSE), unitOf(undefined)]).toEqual([
      'BTC',
      'contract.contracts',
      undefined,
    ])
  })
  it('begins with the contract in every language, its size in one piece', () => {
    const position = { symbol: 'BTCUSDT', positionSide: 1, positionsCount: '0.5' } as const
    const named = (side: string) =>
      sizedName(position, {
        t: (() => side) as never,
        numbers: { number: (value: string) => value } as never,
        contract: { ...BTC_CONTRACT },
      })
    expect(named('Long')).toBe('BTCUSDT Long 0.5 BTC')
    expect(named('شراء')).toBe('\u2067\u2066BTCUSDT\u2069 شراء \u20660.5 BTC\u2069\u2069')
  })
  it('has the colour of its sign', () => {
    expect(['1', '-0.01', '0', null].map(toneOf)).toEqual(['up', 'down', undefined, undefined])
  })
})

describe('the picture of a share card', () => {
  const CARD: ShareCard = {
    title: 'BTCUSDT Long 20×',
    headline: '16.53%',
    tone: 'up',
    note: 'Demo trading',
    lines: [
      ['Entry price', '60,000.0'],
      ['Mark price', '60,500.0'],
      ['Size', '0.500'],
    ],
    foot: ['Name', '2026-11-01 08:00'],
  }

  /** A canvas that writes down what is drawn. */
  function recorder() {
    const texts: (readonly [text: string, x: number, y: number])[] = []
    const boxes: (readonly number[])[] = []
    const context = {
      font: '',
      fillStyle: '',
      direction: 'inherit',
      fillText: (text: string, x: number, y: number) => void texts.push([text, x, y]),
      fillRect: (...box: number[]) => void boxes.push(box),
    }
    return { texts, boxes, context }
  }

  it('writes every text of the card, inside the picture', () => {
    globalThis.getComputedStyle ??= (() => ({ getPropertyValue: () => '' })) as never
    globalThis.document ??= { body: {} } as never
    const { texts, boxes, context } = recorder()
    drawShareCard(context as unknown as CanvasRenderingContext2D, CARD)
    expect(texts.map(([text]) => text)).toEqual([
      'BTCUSDT Long 20×',
      'Demo trading',
      '16.53%',
      'Entry price',
      '60,000.0',
      'Mark price',
      '60,500.0',
      'Size',
      '0.500',
      'Name',
      '2026-11-01 08:00',
    ])
    expect(
      texts.filter(([, x, y]) => x < 0 || x > CARD_SIZE.width || y > CARD_SIZE.height),
    ).toEqual([])
    expect(boxes[0]).toEqual([0, 0, CARD_SIZE.width, CARD_SIZE.height])
  })

  it('begins at the side that its language is read from', () => {
    const { texts, context } = recorder()
    vi.stubGlobal('getComputedStyle', () => ({ direction: 'rtl', getPropertyValue: () => '' }))
    drawShareCard(context as unknown as CanvasRenderingContext2D, { ...CARD, note: 'تجريبي' })
    vi.unstubAllGlobals()
    expect(context.direction).toBe('rtl')
    const [title, note, headline] = texts
    expect(title?.[1]).toBeGreaterThan(CARD_SIZE.width / 2)
    expect([note?.[0], headline?.[0]]).toEqual(['تجريبي', '\u206616.53%\u2069'])
  })
})
