import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_LAYOUT, type Panel, type TerminalLayout } from './terminalLayout.ts'
import { useDivider } from './useDivider.ts'

interface Box {
  readonly left: number
  readonly width: number
  readonly height: number
}

/** Where the panel and its divider stand on the screen, by their names. */
let boxes: Readonly<Record<string, Box>>
let changes: (number | undefined)[]

beforeEach(() => {
  changes = []
  // The book, 280 px wide, at the right of the chart; the divider at its left edge.
  boxes = {
    panel: { left: 900, width: 280, height: 260 },
    divider: { left: 896, width: 8, height: 260 },
  }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const { left, width, height } = boxes[this.dataset['testid'] ?? ''] ?? {
      left: 0,
      width: 0,
      height: 0,
    }
    return { left, right: left + width, top: 0, bottom: height, width, height } as DOMRect
  })
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface HostProps {
  readonly panel: Panel
  readonly layout?: TerminalLayout
  /** Widths of the columns, as the browser has them. */
  readonly columns?: string
}

function Host({ panel, layout = DEFAULT_LAYOUT, columns = '900px 280px 300px' }: HostProps) {
  const { props, shown } = useDivider({
    panel,
    layout,
    onChange: (size) => void changes.push(size),
  })
  return (
    <div data-testid="terminal" style={{ gridTemplateColumns: columns }}>
      <div data-testid="panel">
        <div
          {...props}
          data-testid="divider"
          role="separator"
          aria-valuenow={shown?.size ?? 0}
          aria-valuemin={shown?.least ?? 0}
          aria-valuemax={shown?.most ?? 0}
        />
      </div>
    </div>
  )
}

function show(options: HostProps = { panel: 'orders' }) {
  render(<Host {...options} />)
  const divider = screen.getByTestId('divider')
  const terminal = screen.getByTestId('terminal')
  const at = (place: number, more: object = {}) => ({
    pointerId: 1,
    button: 0,
    clientX: place,
    clientY: place,
    ...more,
  })
  return {
    divider,
    sizeOf: (panel: Panel) => terminal.style.getPropertyValue(`--${panel}`),
    down: (place: number, more?: object) => fireEvent.pointerDown(divider, at(place, more)),
    move: (place: number, more?: object) => fireEvent.pointerMove(divider, at(place, more)),
    up: (place: number, more?: object) => fireEvent.pointerUp(divider, at(place, more)),
    lose: () => fireEvent.lostPointerCapture(divider, { pointerId: 1 }),
    /** Whether the page is left to itself. */
    key: (key: string, more: object = {}) => fireEvent.keyDown(divider, { key, ...more }),
  }
}

describe('a divider on the screen', () => {
  it('says how high its panel is, and may be', () => {
    const { divider } = show()
    expect(['now', 'min', 'max'].map((name) => divider.getAttribute(`aria-value${name}`))).toEqual([
      '260',
      '140',
      '480',
    ])
  })

  it('leaves the chart its least width', () => {
    const { divider } = show({ panel: 'book', columns: '520px 280px 300px' })
    expect(divider.getAttribute('aria-valuemax')).toBe('320')
  })

  it('reads the chart at the end where it stands', () => {
    const layout = { ...DEFAULT_LAYOUT, side: 'start' } as const
    const { divider } = show({ panel: 'book', layout, columns: '300px 280px 520px' })
    expect(divider.getAttribute('aria-valuemax')).toBe('320')
  })
})

describe('a divider that is dragged', () => {
  it('sizes its panel meanwhile, and keeps the size at last', () => {
    const { down, move, up, sizeOf, divider } = show()
    down(500)
    expect(divider.dataset['held']).toBe('true')
    move(470)
    expect([sizeOf('orders'), changes]).toEqual(['290px', []])
    move(450)
    expect(sizeOf('orders')).toBe('310px')
    up(450)
    expect([changes, divider.dataset['held']]).toEqual([[310], undefined])
  })

  it('stops at the bounds of its panel', () => {
    const { down, move, up } = show()
    down(500)
    move(-900)
    up(-900)
    down(500)
    move(2_000)
    up(2_000)
    expect(changes).toEqual([480, 140])
  })

  it.each([
    ['at its left', 896, 310],
    ['at its right', 1_176, 250],
  ])('sizes a column from the edge it stands at: %s', (_, left, size) => {
    boxes = { ...boxes, divider: { left, width: 8, height: 260 } }
    const { down, move, up } = show({ panel: 'book', columns: '1200px 280px 300px' })
    down(500)
    move(470)
    up(470)
    // 264 px is the least width of a book.
    expect(changes).toEqual([Math.max(264, size)])
  })

  it('changes nothing by a press alone', () => {
    const { down, move, up } = show()
    down(500)
    move(500)
    up(500)
    expect(changes).toEqual([])
  })

  it('ends where it began when it returns there', () => {
    const { down, move, up } = show()
    down(500)
    move(480)
    move(500)
    up(500)
    expect(changes).toEqual([260])
  })

  it('follows the first finger alone', () => {
    const { down, move, up, sizeOf } = show()
    down(500)
    down(100, { pointerId: 2 })
    move(50, { pointerId: 2 })
    up(50, { pointerId: 2 })
    expect([sizeOf('orders'), changes]).toEqual(['', []])
    move(490)
    up(490)
    expect(changes).toEqual([270])
  })

  it.each([1, 2])('is not held by button %i', (button) => {
    const { down, move, up } = show()
    down(500, { button })
    move(450)
    up(450)
    expect(changes).toEqual([])
  })

  it.each([
    ['the pointer is taken away', 'lose'],
    ['Escape is pressed', 'escape'],
  ])('goes back when %s', (_, way) => {
    const layout = { ...DEFAULT_LAYOUT, orders: 300 }
    const { down, move, up, lose, key, sizeOf } = show({ panel: 'orders', layout })
    down(500)
    move(450)
    if (way === 'lose') lose()
    else key('Escape')
    expect(sizeOf('orders')).toBe('300px')
    up(450)
    expect(changes).toEqual([])
  })

  it('has the size of the composition again where none was chosen', () => {
    const { down, move, lose, sizeOf } = show()
    down(500)
    move(450)
    lose()
    expect(sizeOf('orders')).toBe('')
  })

  it('gives the panel its own size back by two presses', () => {
    const { divider } = show()
    fireEvent.doubleClick(divider)
    expect(changes).toEqual([undefined])
  })
})

describe('a divider under keys', () => {
  it.each([
    ['ArrowUp', {}, 276],
    ['ArrowDown', {}, 244],
    ['ArrowUp', { shiftKey: true }, 324],
    ['Home', {}, 140],
    ['End', {}, 480],
    ['Enter', {}, undefined],
  ])('moves by %s %j', (key, held, size) => {
    const { key: press } = show()
    expect(press(key, held), 'the page does not scroll').toBe(false)
    expect(changes).toEqual([size])
  })

  it.each([
    ['ArrowLeft', {}],
    ['Tab', {}],
    ['ArrowUp', { ctrlKey: true }],
    ['ArrowUp', { metaKey: true }],
    ['End', { altKey: true }],
  ])('leaves %s %j to the page', (key, held) => {
    const { key: press } = show()
    expect(press(key, held)).toBe(true)
    expect(changes).toEqual([])
  })

  it('keeps Escape to itself while it is dragged alone', () => {
    const { divider, down } = show()
    const received: string[] = []
    const receive = (event: KeyboardEvent) => void received.push(event.key)
    document.addEventListener('keydown', receive)
    fireEvent(divider, createEvent.keyDown(divider, { key: 'Escape' }))
    down(500)
    fireEvent(divider, createEvent.keyDown(divider, { key: 'Escape' }))
    document.removeEventListener('keydown', receive)
    expect(received).toEqual(['Escape'])
  })
})
