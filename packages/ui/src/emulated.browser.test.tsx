import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { Button } from './button/Button.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { Checkbox } from './toggle/Toggle.tsx'
import { clipped, excerpt } from './testing/support/clippedText.ts'
import { emulateMedia } from './testing/support/devTools.ts'
import { clearStage, settled, stage } from './testing/support/stage.tsx'

beforeEach(() => page.viewport(640, 400))
afterEach(clearStage)

async function show(name: string) {
  const Demo = demos[name]
  stage(Demo ? <Demo /> : null)
  await expect.poll(() => document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/**
 * Returns the colour behind an element: its own background or the nearest around it, else the
 * page's.
 */
function groundOf(element: Element, page: string): string {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around)
    if (!backgroundColor.endsWith(', 0)')) return backgroundColor
  }
  return page
}

/** Returns whether a control is visible: by text, image, border or background. */
function isDrawn(control: HTMLElement, page: string): boolean {
  if (control.textContent?.trim() || control.querySelector('svg')) return true
  const label = control.closest('label')
  if (label?.textContent?.trim()) return true
  const around = label ?? control.parentElement ?? control
  const ground = groundOf(around.parentElement ?? around, page)
  return [control, around, ...around.querySelectorAll('*')].some((part) => {
    const { borderStyle, borderWidth, borderColor } = getComputedStyle(part)
    const hasEdge =
      borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0 && borderColor !== ground
    return hasEdge || groundOf(part, page) !== ground
  })
}

const hasWords = (element: Element) =>
  [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
  )
const CONTROLS =
  'button, input, textarea, ' +
  '[role=switch], [role=checkbox], [role=radio], [role=slider], [role=progressbar]'

const isSlowSpinner = (animation: Animation) =>
  animation instanceof CSSAnimation &&
  animation.animationName.includes('spin') &&
  Number(animation.effect?.getTiming().duration) >= 2400

const turning = ['transform', 'translate', 'rotate', 'scale', 'backgroundPosition']

/**
 * Animations that move something. Only a spinner keeps turning, slowly: without movement it would
 * look stopped.
 */
function movements(): ComputedKeyframe[] {
  const running = document
    .getAnimations()
    .filter(
      (animation) =>
        Number(animation.effect?.getComputedTiming().duration) > 1 && !isSlowSpinner(animation),
    )
  return running
    .flatMap((animation) => (animation.effect as KeyframeEffect).getKeyframes())
    .filter((step) => turning.some((property) => property in step))
}

function canvasColor(): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = 'Canvas'
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

// Sizes are in pixels, so the page zoom doubles them; 1280 px become 640. Users of one setting
// often have the others too.
describe('forced colours, reduced motion and 200 % text', () => {
  beforeAll(() => emulateMedia({ 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' }))
  afterAll(() => emulateMedia())

  it.each(Object.keys(demos))('keep text and controls of %s visible and still', async (name) => {
    await show(name)
    await settled()
    expect(matchMedia('(forced-colors: active) and (prefers-reduced-motion: reduce)').matches).toBe(
      true,
    )
    const canvas = canvasColor()
    expect(
      all('main *')
        .filter(
          (one) =>
            hasWords(one) &&
            one.offsetWidth > 1 &&
            getComputedStyle(one).color === groundOf(one, canvas),
        )
        .map(excerpt),
    ).toEqual([])
    expect(
      all(CONTROLS)
        .filter((one) => one.offsetWidth > 1 && !isDrawn(one, canvas))
        .map(excerpt),
    ).toEqual([])
    expect(movements()).toEqual([])
    expect(clipped()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(640)
  })

  it('hide the mark of an unchecked box in forced colours', async () => {
    stage(
      <>
        <Checkbox checked={false} onChange={() => {}}>
          off
        </Checkbox>
        <Checkbox checked onChange={() => {}}>
          on
        </Checkbox>
        <Checkbox checked={false} indeterminate onChange={() => {}}>
          some
        </Checkbox>
      </>,
    )
    await expect.poll(() => all('main label svg').length).toBeGreaterThan(2)
    const marks = all('main label').map((label) => [
      label.textContent,
      [...label.querySelectorAll('svg')].some(
        (mark) => getComputedStyle(mark).visibility === 'visible',
      ),
    ])
    expect(marks).toEqual([
      ['off', false],
      ['on', true],
      ['some', true],
    ])
  })

  it.each(['line', 'quiet'] as const)('underline the chosen tab of the kind %s', (variant) => {
    const items = [
      { value: 'open', label: 'Open', panel: '' },
      { value: 'fills', label: 'Fills', panel: '' },
    ]
    stage(
      <>
        <Tabs aria-label="Orders" variant={variant} items={items} />
        <i id="chosen" style={{ background: 'Highlight' }} />
      </>,
    )
    const lines = all('[role=tab]').map((tab) => getComputedStyle(tab, '::after').backgroundColor)
    const chosen = getComputedStyle(document.querySelector('#chosen')!).backgroundColor
    expect(lines.map((line) => line === chosen)).toEqual([true, false])
  })

  it('distinguish a disabled button from an enabled one', () => {
    stage(
      <>
        <Button>on</Button>
        <Button disabled>off</Button>
        <Button disabled disabledReason="Enter an amount">
          off for a reason
        </Button>
        <i id="gray" style={{ color: 'GrayText' }} />
      </>,
    )
    const gray = getComputedStyle(document.querySelector('#gray')!).color
    const excerpt = all('main button').map((button) => [
      getComputedStyle(button).color === gray,
      getComputedStyle(button).borderTopColor === gray,
    ])
    expect(excerpt).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
  })
})
