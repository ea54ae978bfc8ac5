import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import { LiveNumber } from './LiveNumber.tsx'
import { Change, NumberText } from './NumberText.tsx'

afterEach(clearStage)

const text = (part: string) => document.querySelector(`[data-x-part=${part}]`)?.textContent
const tone = (part: string) =>
  document.querySelector(`[data-x-part=${part}]`)?.getAttribute('data-tone')

describe('Change', () => {
  it.each([
    [{ value: '2.31', text: '2.31%' }, '+2.31%', 'up'],
    [{ value: '-2.31', text: '-2.31%' }, '-2.31%', 'down'],
    [{ value: '-0.001', text: '0.00%' }, '-0.00%', 'down'],
    [{ value: '0', text: '0.00%' }, '0.00%', 'muted'],
    [{ value: null }, '--', 'muted'],
    [{ value: '-5', mark: 'arrow' as const }, 'Down 5', 'down'],
  ])(
    'never shows a direction by colour alone: %o (U21.4, visual Rules)',
    async (props, shown, wanted) => {
      stage(<Change {...props} />)
      await expect.poll(() => text('change')).toBe(shown)
      expect(tone('change')).toBe(wanted)
    },
  )

  it('uses palette colours, and red for up where chosen (U21.5)', async () => {
    stage(<Change value="1" />)
    await expect.poll(() => text('change')).toBe('+1')
    const color = () =>
      getComputedStyle(document.querySelector('[data-x-part=change]') as HTMLElement).color
    expect(color()).toBe('rgb(45, 189, 138)')
    document.documentElement.dataset['updown'] = 'red-up'
    expect(color()).toBe('rgb(255, 107, 122)')
    document.documentElement.dataset['palette'] = 'safe'
    expect(color()).toBe('rgb(255, 154, 61)')
    delete document.documentElement.dataset['updown']
    expect(color()).toBe('rgb(77, 163, 255)')
    delete document.documentElement.dataset['palette']
  })
})

describe('NumberText', () => {
  it('announces and copies the exact value of a short number (U21.6, visual Rules)', async () => {
    stage(<NumberText full="0.00001234">0.0₄1234</NumberText>)
    const figure = page.getByTitle('0.00001234')
    await expect.element(figure).toBeVisible()
    const element = figure.element()
    document.getSelection()?.selectAllChildren(element)
    const event = new ClipboardEvent('copy', {
      bubbles: true,
      cancelable: true,
      clipboardData: new DataTransfer(),
    })
    element.firstElementChild?.dispatchEvent(event)
    expect(event.clipboardData?.getData('text/plain')).toBe('0.00001234')
    document.getSelection()?.removeAllRanges()
  })

  it('runs left to right in Arabic (U21.7)', async () => {
    stage(<NumberText unit="USDT">-1,234.56</NumberText>, { direction: 'rtl' })
    await expect
      .poll(
        () =>
          getComputedStyle(document.querySelector('[data-x-part=number]') as HTMLElement).direction,
      )
      .toBe('ltr')
  })
})

describe('LiveNumber', () => {
  it("flashes 250 ms in the direction's colour, not initially (U21.8)", async () => {
    // Paused at its start: a flash that ended on a slow machine would look like no flash.
    const draw = (value: string) => (
      <>
        <style>{'[data-x-part=live-number] { animation-play-state: paused }'}</style>
        <LiveNumber value={value}>{value}</LiveNumber>
      </>
    )
    stage(null)
    const own = createRoot(document.body.appendChild(document.createElement('div')))
    own.render(draw('10'))
    await expect.poll(() => text('live-number')).toBe('10')
    expect(document.querySelector('[data-x-part=live-number]')?.getAnimations()).toEqual([])
    own.render(draw('10.5'))
    await expect.poll(() => tone('live-number')).toBe('up')
    const flash = () => document.querySelector('[data-x-part=live-number]')?.getAnimations()[0]
    const first = flash()
    expect(first?.effect?.getTiming().duration).toBe(250)
    expect(
      (first?.effect as KeyframeEffect | undefined)?.getKeyframes()[0]?.['backgroundColor'],
    ).toBeDefined()
    expect(
      (first?.effect as KeyframeEffect | undefined)?.getKeyframes()[0]?.['backgroundColor'],
    ).not.toBe('rgba(0, 0, 0, 0)')
    // Uses its own clock: a flash is not repeated in the same direction within 100 ms.
    const start = performance.now() + 1_000
    const now = vi.spyOn(performance, 'now').mockReturnValue(start)
    own.render(draw('10.55'))
    await expect.poll(flash).not.toBe(first)
    const second = flash()
    now.mockReturnValue(start + 99)
    own.render(draw('10.56'))
    await expect.poll(() => text('live-number')).toBe('10.56')
    await settled()
    expect(flash()).toBe(second)
    now.mockReturnValue(start + 100)
    own.render(draw('10.6'))
    await expect.poll(flash).not.toBe(second)
    now.mockRestore()
    expect(tone('live-number')).toBe('up')
    own.render(draw('9'))
    await expect.poll(() => tone('live-number')).toBe('down')
    await settled()
    own.unmount()
  })
})
