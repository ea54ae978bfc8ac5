import { cleanup, createEvent, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWidget } from '../testing/support/renderWidget.tsx'
import { LiveNumber } from './LiveNumber.tsx'
import { Change, NumberText } from './NumberText.tsx'

const part = (name: string): HTMLElement => {
  const found = document.querySelector(`[data-x-part=${name}]`)
  if (!(found instanceof HTMLElement)) throw new Error(`No ${name}`)
  return found
}

afterEach(cleanup)

describe('shortened number', () => {
  const shownText = () =>
    [...part('number').querySelectorAll('[aria-hidden=true]')].map((one) => one.textContent)

  it('is spoken and explained by its exact value', () => {
    renderWidget(<NumberText full="1234567.89012345">1.23M</NumberText>)
    expect(part('number').title).toBe('1234567.89012345')
    expect(shownText()).toEqual(['1.23M'])
    expect(part('number').textContent).toBe('1.23M1234567.89012345')
    expect(part('number').dir).toBe('ltr')
  })

  it.each([undefined, '1.23'])('is plain where the exact value %s adds nothing', (full) => {
    renderWidget(<NumberText full={full}>1.23</NumberText>)
    expect(part('number').hasAttribute('title')).toBe(false)
    expect(part('number').textContent).toBe('1.23')
  })

  it('keeps a space before its unit', () => {
    renderWidget(<NumberText unit="USDT">1.23</NumberText>)
    expect(part('number').textContent).toBe('1.23 USDT')
  })

  describe('when it is copied', () => {
    /** Copies a selection from the number, or from the number to the text after it. */
    function copy({ beyond, full }: { readonly beyond: boolean; readonly full?: string }) {
      renderWidget(
        <p>
          <NumberText full={full}>1.23M</NumberText>
          <span id="after">after</span>
        </p>,
      )
      const number = part('number')
      const end = beyond ? document.getElementById('after') : number
      const selection = { anchorNode: number.firstChild, focusNode: end?.firstChild }
      vi.spyOn(document, 'getSelection').mockReturnValue(selection as unknown as Selection)
      const setData = vi.fn()
      const event = createEvent.copy(number, { clipboardData: { setData } })
      fireEvent(number, event)
      vi.restoreAllMocks()
      return { copied: setData.mock.calls, isPrevented: event.defaultPrevented }
    }

    it('gives its exact value', () => {
      expect(copy({ beyond: false, full: '1234567.89' })).toEqual({
        copied: [['text/plain', '1234567.89']],
        isPrevented: true,
      })
    })

    it('leaves a selection beyond it to the browser', () => {
      expect(copy({ beyond: true, full: '1234567.89' })).toEqual({
        copied: [],
        isPrevented: false,
      })
    })

    it('leaves a number without another exact value to the browser', () => {
      expect(copy({ beyond: false })).toEqual({ copied: [], isPrevented: false })
    })
  })
})

describe('change', () => {
  it.each([
    ['1.5', undefined, '+1.5', 'up'],
    ['-1.5', undefined, '-1.5', 'down'],
    ['+1.5', undefined, '+1.5', 'up'],
    ['0', undefined, '0', 'muted'],
    ['-0.00', undefined, '0.00', 'muted'],
    ['-0.000000000000000001', '0.00', '-0.00', 'down'],
    ['0.000000000000000001', '+0.00', '+0.00', 'up'],
    ['-2', '\u22122,00', '-2,00', 'down'],
    ['-2', '\u200e-2,00', '-2,00', 'down'],
    [null, undefined, '--', 'muted'],
    [undefined, '1', '--', 'muted'],
    ['', undefined, '--', 'muted'],
    ['NaN', undefined, '--', 'muted'],
    ['1e5', undefined, '--', 'muted'],
  ])('shows %j with the text %j as %s, %s', (value, text, expected, tone) => {
    renderWidget(<Change value={value} text={text} />)
    expect(part('change').textContent).toBe(expected)
    expect(part('change').dataset['tone']).toBe(tone)
  })

  it.each([
    ['sign', '1', '+1', 0],
    ['arrow', '1', 'Up 1', 1],
    ['arrow', '-1', 'Down 1', 1],
    ['both', '-1', '-1', 1],
    ['arrow', '0', '0', 0],
    ['both', '0', '0', 0],
  ] as const)('marks by %s the change %s as %j', (mark, value, expected, arrows) => {
    renderWidget(<Change value={value} mark={mark} />, { strings: { up: 'Up', down: 'Down' } })
    expect(part('change').textContent).toBe(expected)
    expect(part('change').querySelectorAll('svg')).toHaveLength(arrows)
  })

  it('has its unit and its own placeholder', () => {
    const render = renderWidget(<Change value="-1" unit="%" />)
    expect(part('change').textContent).toBe('-1 %')
    render(<Change value={null} unit="%" placeholder="none" />)
    expect(part('change').textContent).toBe('none')
  })
})

describe('live number', () => {
  let now = 0
  beforeEach(() => {
    now = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    return () => vi.restoreAllMocks()
  })
  const number = (value: string, colored = false) => (
    <LiveNumber value={value} colored={colored}>
      {value}
    </LiveNumber>
  )
  const state = () => [part('live-number').dataset['tone'], part('live-number').dataset['flash']]

  it('does not flash at first, nor for the same number written otherwise', () => {
    const render = renderWidget(number('1.5'))
    render(number('1.50'))
    expect(state()).toEqual([undefined, undefined])
  })

  it('flashes in the colour of each move', () => {
    const render = renderWidget(number('1.5'))
    render(number('1.6'))
    expect(state()).toEqual(['up', 'odd'])
    render(number('1.55'))
    expect(state()).toEqual(['down', 'even'])
    render(number('-1.55'))
    expect(state()).toEqual(['down', 'even'])
  })

  it('compares beyond floats', () => {
    const render = renderWidget(number('0.30000000000000000001'))
    render(number('0.3'))
    expect(state()).toEqual(['down', 'odd'])
  })

  it.each([
    [99, 'odd'],
    [100, 'even'],
  ])('%i ms after a flash of the same colour shows %s', (elapsed, expected) => {
    const render = renderWidget(number('1'))
    render(number('2'))
    now += elapsed
    render(number('3'))
    expect(state()).toEqual(['up', expected])
  })

  it('shows an arrow where the number itself is coloured', () => {
    const render = renderWidget(number('1', true))
    expect(part('live-number').querySelectorAll('svg')).toHaveLength(2)
    render(number('1'))
    expect(part('live-number').querySelectorAll('svg')).toHaveLength(0)
  })

  it('does not flash for a text that is no number', () => {
    const render = renderWidget(number('1'))
    render(number('--'))
    render(number('2'))
    expect(state()).toEqual([undefined, undefined])
  })
})
