import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './demoList.ts'
import { loadUiStrings, UI_LOCALES } from './strings/loadUiStrings.ts'
import { clipped, told } from './testClips.ts'
import { playAnimations } from './testDevTools.ts'
import { atRest, clearStage, settled, stage } from './testStage.tsx'

const WIDTH = 320

beforeAll(async () => {
  await page.viewport(WIDTH, 700)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

/** What makes the page wider than it is in sight: the elements that reach beyond its end in no box that scrolls or cuts. */
function sticksOut(): string[] {
  const root = document.documentElement
  if (root.scrollWidth <= root.clientWidth) return []
  const reaches = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    if (right - left <= 1 || (right <= WIDTH + 0.5 && left >= -0.5)) return false
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) if (getComputedStyle(around).overflowX !== 'visible') return false
    return true
  })
  return [`the page is ${root.scrollWidth} px wide`, ...reaches.map((element) => `${Math.round(element.getBoundingClientRect().left)} to ${Math.round(element.getBoundingClientRect().right)}: ${told(element)}`)]
}

const click = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click()
const button = (name: string) => () => [...document.querySelectorAll<HTMLElement>('main button')].find((one) => one.textContent === name)?.click()

/** What says more words of the package once it is open. */
const opened: readonly { readonly demo: string; readonly open: () => void; readonly sight: string }[] = [
  { demo: 'date-picker/DatePickers', open: click('[data-x-part=date-box] [aria-haspopup]'), sight: '[data-x-part=calendar]' },
  { demo: 'date-range/DateRanges', open: click('[data-x-part=date-box] [aria-haspopup]'), sight: '[data-x-part=calendar]' },
  { demo: 'mobile-calendar/MobileCalendars', open: button('range'), sight: '[data-x-part=month-list]' },
  { demo: 'message-dialog/Messages', open: button('Prompt'), sight: '[role=alertdialog]' },
  { demo: 'action-sheet/Sheets', open: button('Accounts'), sight: '[role=dialog]' },
]

/** Waits by frames: asking at intervals of a poll takes longer than what is waited for. */
async function shown(selector: string) {
  for (let frame = 0; frame < 300 && !document.querySelector(selector); frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(document.querySelector(selector)).not.toBeNull()
}

/** Those with the longest words, the highest signs and the other direction; all 26 by night (`pnpm nightly narrow`). */
const SAMPLE = ['de', 'ru', 'ar', 'th', 'fr'] as const
const LOCALES = import.meta.env['VITE_ALL_LOCALES'] ? UI_LOCALES : SAMPLE

describe.each(LOCALES)('on a screen of 320 px in %s', (locale) => {
  const show = async (names: readonly string[]) => {
    const strings = await loadUiStrings(locale)
    stage(
      names.map((name) => {
        const Demo = demos[name]
        return (
          <section key={name}>
            {Demo ? <Demo /> : null}
          </section>
        )
      }),
      { strings, direction: locale === 'ar' ? 'rtl' : 'ltr' },
    )
    document.documentElement.lang = locale
    await settled()
  }

  it('no word of any widget is cut, and the page does not scroll sideways', async () => {
    await show(Object.keys(demos))
    expect([...clipped(), ...sticksOut()]).toEqual([])
  })
  it.each(opened)('nor of $demo when it is open', async ({ demo, open, sight }) => {
    await show([demo])
    open()
    await shown(sight)
    await atRest()
    expect([...clipped('body'), ...sticksOut()]).toEqual([])
  })
})
