import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlausiblePath } from '../pointerPath.ts'
import { trackSlide } from './slide.ts'

/** The events and the value of a range input are all that is tracked. */
function setUp() {
  const slider = Object.assign(new EventTarget(), { value: '0' })
  const moves: number[] = []
  let answers = 0
  const slide = trackSlide(slider as unknown as HTMLInputElement, {
    moved: (x) => moves.push(x),
    answered: () => void (answers += 1),
  })
  const fire = (type: string) => slider.dispatchEvent(new Event(type))
  return {
    slide,
    moves,
    answers: () => answers,
    press: () => fire('pointerdown'),
    cancel: () => fire('pointercancel'),
    letGo: () => fire('change'),
    key: (key: string) => slider.dispatchEvent(Object.assign(new Event('keydown'), { key })),
    to(x: number) {
      slider.value = String(x)
      fire('input')
    },
  }
}

describe('captcha C, reference challenge: how a page observes the slider', () => {
  it('a pointer answers by letting go, with every place it passed', () => {
    const { slide, press, to, letGo, answers, moves } = setUp()
    press()
    for (const x of [10, 40, 90]) to(x)
    expect(answers()).toBe(0)
    letGo()
    expect(answers()).toBe(1)
    expect(moves).toEqual([10, 40, 90])
    expect(slide.answer()).toMatchObject({ x: 90, by: 'pointer' })
    expect(slide.answer().trail.map(([, x]) => x)).toEqual([0, 10, 40, 90])
  })

  it('answers keys by Enter, as each arrow is a change', () => {
    const { slide, key, to, letGo, answers } = setUp()
    for (const x of [1, 2, 3]) {
      key('ArrowRight')
      to(x)
      letGo()
    }
    expect(answers()).toBe(0)
    key('Enter')
    expect(answers()).toBe(1)
    expect(slide.answer()).toMatchObject({ x: 3, by: 'keyboard' })
    expect(slide.answer().trail.map(([, x]) => x)).toEqual([0, 1, 2, 3])
  })

  it('a drag that the system takes away is no answer', () => {
    const { press, to, cancel, letGo, answers } = setUp()
    press()
    to(30)
    cancel()
    letGo()
    expect(answers()).toBe(0)
  })

  it('answers by keys after a drag continued by keys', () => {
    const { slide, press, to, letGo, key } = setUp()
    press()
    to(50)
    letGo()
    key('ArrowLeft')
    to(49)
    expect(slide.answer()).toMatchObject({ x: 49, by: 'keyboard' })
  })

  it('begins anew with another picture', () => {
    const { slide, press, to } = setUp()
    press()
    to(50)
    slide.reset()
    expect(slide.answer()).toMatchObject({ by: 'keyboard', trail: [] })
    to(7)
    expect(slide.answer().trail).toEqual([[0, 7]])
  })

  it('records times from 0, increasing, in at most 500 points', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 263 }), { minLength: 1, maxLength: 700 }), (places) => {
        const { slide, press, to } = setUp()
        press()
        for (const x of places) to(x)
        const { x, trail } = slide.answer()
        expect(trail.length).toBe(Math.min(500, places.length + 1))
        expect(trail[0]?.[0]).toBe(0)
        expect(trail.every(([t], index) => t >= (trail[index - 1]?.[0] ?? 0))).toBe(true)
        expect(trail.at(-1)?.[1]).toBe(x)
      }),
      { numRuns: 30 },
    )
  })

  it("observes a script's instant writes, which the gateway rejects", () => {
    const { slide, press, to, letGo } = setUp()
    press()
    for (const x of [40, 80, 120]) to(x)
    letGo()
    expect(isPlausiblePath(slide.answer(), { range: 263 })).toBe(false)
  })
})
