import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bounded,
  BOUNDS,
  DEFAULT_LAYOUT,
  type Panel,
  PRESETS,
  readLayout,
  readNamedLayouts,
  writeLayout,
  writeNamedLayouts,
} from './terminalLayout.ts'

const sizeOf = (panel: Panel) =>
  fc.option(fc.integer({ min: BOUNDS[panel].least, max: BOUNDS[panel].most }), { nil: undefined })

describe('the layout of the spot page (spec 3.8)', () => {
  it('is read as it was written', () => {
    const layouts = fc.record({
      side: fc.constantFrom('start' as const, 'end' as const),
      orders: sizeOf('orders'),
      book: sizeOf('book'),
      form: sizeOf('form'),
      preset: fc.constantFrom(...PRESETS),
      isDocked: fc.boolean(),
    })
    fc.assert(
      fc.property(
        layouts,
        (layout) => void expect(readLayout(writeLayout(layout))).toEqual(layout),
      ),
    )
  })
  it('names what was changed, and leaves the rest to the composition', () => {
    expect(writeLayout(DEFAULT_LAYOUT)).toBe('end')
    expect(writeLayout({ ...DEFAULT_LAYOUT, side: 'start', orders: 320 })).toBe('start:320')
    expect(writeLayout({ ...DEFAULT_LAYOUT, form: 340 })).toBe('end:::340')
  })
  it('is read as it was written before columns had widths', () => {
    expect(readLayout('start:320')).toEqual({ ...DEFAULT_LAYOUT, side: 'start', orders: 320 })
  })
  it.each([
    null,
    undefined,
    '',
    'left',
    'end:',
    'end:12345',
    'end:-5',
    'end:1:2:3:4',
    '{"side":"end"}',
  ])('resets a layout of another version: %o', (stored) => {
    expect(readLayout(stored)).toEqual(DEFAULT_LAYOUT)
  })
  it('keeps a row and every column usable (visual Compositions)', () => {
    expect(readLayout('end:9999:9999:9999')).toMatchObject({
      orders: BOUNDS.orders.most,
      book: BOUNDS.book.most,
      form: BOUNDS.form.most,
    })
    expect(readLayout('start:1:1:1')).toMatchObject({
      orders: BOUNDS.orders.least,
      book: BOUNDS.book.least,
      form: BOUNDS.form.least,
    })
  })
  it('keeps layouts under their names', () => {
    const named = [
      { name: 'Scalping', layout: readLayout('start:320:::both:docked') },
      { name: 'Long term', layout: DEFAULT_LAYOUT },
    ]
    expect(readNamedLayouts(writeNamedLayouts(named))).toEqual(named)
    expect([readNamedLayouts(null), readNamedLayouts('nothing')]).toEqual([[], []])
  })
  it.each([
    ['end', 'standard', false],
    ['start:320', 'standard', false],
    ['end::::professional', 'professional', false],
    ['end:::::docked', 'standard', true],
    ['start:300:280:290:full:docked', 'full', true],
  ] as const)('reads the layout and the docked list of %s', (stored, preset, isDocked) => {
    expect(readLayout(stored)).toMatchObject({ preset, isDocked })
    expect(writeLayout(readLayout(stored))).toBe(stored)
  })
  it.each(['end::::cinema', 'end:::::floating', 'end:::both', 'both', 'end::::both:docked:more'])(
    'ignores the unknown layout %s',
    (stored) => expect(readLayout(stored)).toEqual(DEFAULT_LAYOUT),
  )
  it.each(['Mine', '\tend', 'Mine\t', '\n\n'])('leaves out the named layout %j', (stored) => {
    expect(readNamedLayouts(stored)).toEqual([])
  })
  it('keeps the other layouts where one cannot be read', () => {
    const named = readNamedLayouts('Broken\nMine\tstart::::both')
    expect(named.map(({ name }) => name)).toEqual(['Mine'])
    expect(named[0]?.layout).toMatchObject({ side: 'start', preset: 'both' })
  })
  it('stands on whole pixels', () => {
    expect(bounded(260.4, BOUNDS.orders)).toBe(260)
  })
})

describe('visual Compositions: the style sheet of the terminal', () => {
  const css = readFileSync(new URL('./terminal.module.css', import.meta.url), 'utf8')
  it.each(['book', 'form'] as const)(
    'keeps the least width of the %s and 480 for charts',
    (panel) => {
      const tracks = [
        ...css.matchAll(new RegExp(`minmax\\(\\s*(\\d+)px,\\s*var\\(--${panel}`, 'g')),
      ].map(([, least]) => Number(least))
      expect(tracks.length).toBeGreaterThan(0)
      expect(new Set(tracks)).toEqual(new Set([BOUNDS[panel].least]))
      expect(css.match(/minmax\(480px, 1fr\)/g)).toHaveLength(2)
    },
  )
})
