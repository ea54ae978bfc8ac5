import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './demoList.ts'
import { atRest, clearStage, stage } from './testStage.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

/** What is not mirrored from right to left, and why. */
const unmirrored: Readonly<Record<string, string>> = {
  'svg *': 'Pictures are drawn one way; their boxes are mirrored.',
  'main [dir=ltr], main [dir=ltr] *': 'Figures run left to right in every language.',
  '[data-kind=number] *': 'Columns of figures run left to right, their headers with them; the cells are mirrored.',
  '[data-x-part=box]:has([dir=ltr]) *': 'An amount field runs left to right, its unit and steps behind the figure; the field is mirrored.',
}
const declared = Object.keys(unmirrored).join(', ')

/** What comes only after the first frames, measured by then: a demo is not whole before. */
const measured: Readonly<Record<string, string>> = { 'scrollbar/Scrollbars': 'main:has([data-axis=vertical]):has([data-axis=horizontal])' }

interface Box {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Text for readers alone is a pixel that stands anywhere. */
const isSeen = ({ left, right, top, bottom }: Box) => right - left > 1 || bottom - top > 1

const nameOf = (element: Element) => `${element.tagName.toLowerCase()}${element.getAttribute('role') ? `[${element.getAttribute('role')}]` : ''} ${element.closest('[data-x-part]')?.getAttribute('data-x-part') ?? ''}`

/** The boxes of all elements of a demo in the order of the document, but for the declared ones. */
async function boxes(name: string, direction: 'ltr' | 'rtl'): Promise<readonly Box[]> {
  const Demo = demos[name]
  // One language both ways: its words take the same room.
  stage(Demo ? <Demo /> : null, { direction, language: 'en' })
  await expect.poll(() => document.querySelector(measured[name] ?? 'main > *')).not.toBeNull()
  await atRest()
  // A spinner stands at another angle each time.
  for (const animation of document.getAnimations()) animation.cancel()
  return [...document.querySelectorAll('main *')]
    .filter((element) => !element.matches(declared))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { name: nameOf(element), left, right, top, bottom }
    })
    .filter(isSeen)
}

const apart = (a: number, b: number) => Math.abs(a - b) > 1

describe('from right to left', () => {
  it.each(Object.keys(demos))('%s is the mirror image of itself from left to right', async (name) => {
    const there = await boxes(name, 'ltr')
    const width = document.documentElement.clientWidth
    const back = await boxes(name, 'rtl')
    expect(back.map((box) => box.name)).toEqual(there.map((box) => box.name))
    const strays = there.flatMap((box, index) => {
      const other = back[index] as Box
      const sound = !apart(other.left, width - box.right) && !apart(other.right, width - box.left) && !apart(other.top, box.top) && !apart(other.bottom, box.bottom)
      return sound ? [] : [`${box.name}: ${[box.left, box.right].map(Math.round).join()} became ${[other.left, other.right].map(Math.round).join()}, not ${[width - box.right, width - box.left].map(Math.round).join()}; top ${Math.round(box.top)} ${Math.round(other.top)}`]
    })
    expect(strays).toEqual([])
  })
})
