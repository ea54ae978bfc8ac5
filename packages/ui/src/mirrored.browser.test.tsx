import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { parkPointer, playAnimations } from './testing/support/devTools.ts'
import { animationsEnded, clearStage, stage } from './testing/support/stage.tsx'
import { openStates } from './testing/support/openStates.ts'

type Direction = 'ltr' | 'rtl'

beforeAll(async () => {
  await page.viewport(1280, 800)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

/** Elements that are not mirrored, and why. */
const unmirrored: Readonly<Record<string, string>> = {
  'svg *':
    'The paths of an icon are not compared: its box is mirrored, its rotation is compared apart.',
  'main [dir=ltr], main [dir=ltr] *': 'Numbers are left to right in every language.',
  '[data-kind=number] *':
    'Number columns and their headers are left to right; the cells are mirrored.',
  '[data-x-part=box]:has([dir=ltr]) *':
    'An amount field is left to right, with unit and steps at its end; the field is mirrored.',
}
const declared = Object.keys(unmirrored).join(', ')

/** Elements that appear after the first frames: a demo is incomplete before. */
const measured: Readonly<Record<string, string>> = {
  'scrollbar/Scrollbars': 'main:has([data-axis=vertical]):has([data-axis=horizontal])',
}

/** Elements that indicate a popup, so that none is left out. */
const OPENER = 'main [aria-haspopup], main [role=combobox]'

/** Icons that point along the line of text. */
const POINTING = /\blucide-(?:\S+-)?(?:left|right)\b|\blucide-(?:log-in|log-out|undo)\b/

interface Box {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Picture {
  readonly name: string
  /** Direction of an icon by its rotation from left-to-right, in quarter turns. */
  readonly heading: string
}

interface Sight {
  readonly boxes: readonly Box[]
  readonly pictures: readonly Picture[]
}

/** Hidden text is one pixel at any position. */
const isSeen = ({ left, right, top, bottom }: Box) => right - left > 1 || bottom - top > 1

const nameOf = (element: Element) =>
  [
    element.tagName.toLowerCase(),
    element.getAttribute('role') ?? '',
    element.closest('[data-x-part]')?.getAttribute('data-x-part') ?? '',
  ].join(' ')

/** Returns the transforms of an icon and its ancestors. */
function headingOf(picture: Element): string {
  let turns = new DOMMatrix()
  for (let around: Element | null = picture; around; around = around.parentElement) {
    const { transform, rotate, scale } = getComputedStyle(around)
    const own = new DOMMatrix()
    if (rotate !== 'none') own.rotateSelf(Number.parseFloat(rotate))
    if (scale !== 'none') own.scaleSelf(...(scale.split(' ').map(Number) as [number, number?]))
    if (transform !== 'none') own.multiplySelf(new DOMMatrix(transform))
    turns = own.multiply(turns)
  }
  return `${Math.sign(Math.round(turns.a))},${Math.sign(Math.round(turns.b))}`
}

/**
 * Returns the boxes of all elements in document order, except the declared ones, and the transforms
 * of icons.
 */
function look(): Sight {
  const boxes = [...document.querySelectorAll('body *')]
    .filter((element) => !element.matches(declared))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { name: nameOf(element), left, right, top, bottom }
    })
    .filter(isSeen)
  const pictures = [...document.querySelectorAll('svg.lucide')].map((picture) => ({
    name: picture.getAttribute('class') ?? '',
    heading: headingOf(picture),
  }))
  return { boxes, pictures }
}

const FRAMES = 200
/** Popups that react-aria has not placed yet, or that are entering or leaving. */
const UNSETTLED = '[role=tooltip]:not([data-placement]), [data-entering], [data-exiting]'

/**
 * Returns the visible boxes when nothing moves any more: popups are rendered, placed and animated,
 * and a calendar measures its days between.
 */
async function still(): Promise<Sight> {
  let before = ''
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await animationsEnded()
    // The angle of a spinner differs each time.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.cancel()
    if (document.querySelector(UNSETTLED)) continue
    const sight = look()
    const now = JSON.stringify(sight)
    if (now === before) return sight
    before = now
  }
  throw new Error('The page did not come to rest')
}

interface Opening {
  readonly open: () => Promise<void>
  readonly sight: string
}

async function seen(
  name: string,
  { direction, opening }: { readonly direction: Direction; readonly opening?: Opening },
): Promise<Sight> {
  const Demo = demos[name]
  await parkPointer()
  // The same language in both directions: texts have the same size.
  stage(Demo ? <Demo /> : null, { direction, language: direction === 'rtl' ? 'en-Arab' : 'en' })
  await expect.poll(() => document.querySelector(measured[name] ?? 'main > *')).not.toBeNull()
  if (!opening) return still()
  await still()
  await opening.open()
  await expect.poll(() => document.querySelector(opening.sight), { interval: 10 }).not.toBeNull()
  return still()
}

const rounded = (...pixels: readonly number[]) => pixels.map(Math.round).join()
const apart = (a: number, b: number) => Math.abs(a - b) > 1

/** Returns the boxes that are not at the mirrored position. */
function strays(there: Sight, back: Sight): readonly string[] {
  const width = document.documentElement.clientWidth
  return there.boxes.flatMap((box, index) => {
    const other = back.boxes[index] as Box
    const sound =
      !apart(other.left, width - box.right) &&
      !apart(other.right, width - box.left) &&
      !apart(other.top, box.top) &&
      !apart(other.bottom, box.bottom)
    return sound
      ? []
      : [
          [
            `${box.name}: ${rounded(box.left, box.right)}`,
            `became ${rounded(other.left, other.right)},`,
            `not ${rounded(width - box.right, width - box.left)};`,
            `top ${rounded(box.top, other.top)}`,
          ].join(' '),
        ]
  })
}

/** An icon along the line points the other way, others do not. */
const turned = ({ name, heading }: Picture): string => {
  const [along, down] = heading.split(',').map(Number) as [number, number]
  return POINTING.test(name) ? `${-along || 0},${down}` : heading
}

async function compare(name: string, opening?: Opening): Promise<void> {
  const there = await seen(name, { direction: 'ltr', ...(opening ? { opening } : {}) })
  if (opening) await userEvent.keyboard('{Escape}')
  const back = await seen(name, { direction: 'rtl', ...(opening ? { opening } : {}) })
  expect(back.boxes.map((box) => box.name)).toEqual(there.boxes.map((box) => box.name))
  expect(strays(there, back)).toEqual([])
  expect(back.pictures).toEqual(
    there.pictures.map((picture) => ({ ...picture, heading: turned(picture) })),
  )
}

describe('right to left', () => {
  it.each(Object.keys(demos))('mirrors %s and flips only its arrows', (name) => compare(name))

  it.each(openStates)('mirrors %s when opened, part by part', (name, open, sight) =>
    compare(name, { open, sight }),
  )

  it('covers every demo with popups', async () => {
    const listed = new Set(openStates.map(([name]) => name))
    const left: string[] = []
    for (const [name, Demo] of Object.entries(demos)) {
      stage(<Demo />)
      if (document.querySelector(OPENER) && !listed.has(name)) left.push(name)
    }
    expect(left).toEqual([])
  })
})
