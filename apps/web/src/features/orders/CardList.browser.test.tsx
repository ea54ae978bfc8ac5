import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CardList } from './CardList.tsx'

/** All of `many` in the nightly run. */
const READ = Number(import.meta.env['VITE_CARDS_READ'] ?? 1_000)

const many = Array.from({ length: 5_000 }, (_, index) => `fill ${index + 1}`)
/** Cards of two lines, and of three where the costs of a fill are shown. */
const heightOf = (entry: string) => (Number(entry.slice(5)) % 3 === 0 ? 84 : 60)

let root: Root
beforeEach(async () => {
  await page.viewport(390, 844)
  document.body.style.margin = '0'
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

function Cards({ entries, own }: { readonly entries: readonly string[]; readonly own: boolean }) {
  return (
    <div style={own ? { blockSize: 500, overflow: 'auto' } : undefined} data-testid="box">
      <h1 style={{ margin: 0, blockSize: 120 }}>Records</h1>
      <CardList
        label="Fills"
        status={{ kind: 'ready' }}
        entries={entries}
        empty="None"
        keyOf={(entry) => entry}
      >
        {(entry) => (
          <div style={{ blockSize: heightOf(entry) }}>
            <button>{entry}</button>
          </div>
        )}
      </CardList>
    </div>
  )
}

async function show(entries: readonly string[] = many, { own = false } = {}) {
  const at = document.body.appendChild(document.createElement('main'))
  root = createRoot(at)
  flushSync(() => root.render(<Cards entries={entries} own={own} />))
  await expect.poll(() => cards().length).toBeGreaterThan(0)
}
const cards = () => [...document.querySelectorAll<HTMLElement>('li')]
const frame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const scroller = ({ own = false } = {}) =>
  own ? document.querySelector<HTMLElement>('[data-testid=box]')! : document.documentElement
/**
 * Goes through the whole list by half screens and writes down every card that came into sight, and
 * the most that were drawn.
 */
async function readAll(options?: { readonly own?: boolean }) {
  const box = scroller(options)
  const bottom = options?.own ? 500 : 844
  const read = new Set<string>()
  let most = 0
  for (let steps = 0; steps < 3_000; steps++) {
    most = Math.max(most, cards().length)
    for (const card of cards()) {
      const { top, bottom: end } = card.getBoundingClientRect()
      if (end > 0 && top < bottom) read.add(card.textContent)
    }
    const before = box.scrollTop
    box.scrollTop += bottom / 2
    if (box.scrollTop === before) break
    await new Promise(requestAnimationFrame)
  }
  return { read, most }
}

describe('a long list on a phone', () => {
  it('renders a few dozen cards of 5,000 records (issue 6.6)', async () => {
    await show()
    await frame()
    expect(cards().length).toBeGreaterThan(10)
    expect(cards().length).toBeLessThanOrEqual(40)
  })

  it('renders a few dozen cards at a time while scrolling (issue 6.6)', async () => {
    await show(many.slice(0, READ))
    await frame()
    const { read, most } = await readAll()
    expect([read.size, most <= 40]).toEqual([READ, true])
    expect(cards().at(-1)?.textContent).toBe(`fill ${READ}`)
  })

  it('the same in a box that scrolls by itself', async () => {
    await show(many.slice(0, 400), { own: true })
    await frame()
    const { read, most } = await readAll({ own: true })
    expect([read.size, most <= 40]).toEqual([400, true])
  })

  it('leaves no gap after a jump to the end', async () => {
    await show()
    await frame()
    scroller().scrollTop = 1e7
    await frame()
    scroller().scrollTop = 1e7
    await frame()
    expect(cards().at(-1)?.textContent).toBe('fill 5000')
    expect(cards().at(-1)!.getBoundingClientRect().bottom).toBeLessThanOrEqual(845)
    for (let step = 0; step < 20; step++) {
      scroller().scrollTop -= 600
      await new Promise(requestAnimationFrame)
      const places = cards().map((card) => card.getBoundingClientRect())
      expect([places[0]!.top <= 0, places.at(-1)!.bottom >= 844]).toEqual([true, true])
    }
  })

  it('says of each card which of how many it is', async () => {
    await show()
    scroller().scrollTop = 100_000
    await frame()
    const card = cards()[3]!
    expect([
      card.getAttribute('aria-setsize'),
      `fill ${card.getAttribute('aria-posinset')}`,
      card.parentElement?.tagName,
      card.parentElement?.getAttribute('aria-label'),
    ]).toEqual(['5000', card.textContent, 'UL', 'Fills'])
  })

  it('keeps the focused card mounted while scrolling', async () => {
    await show()
    await frame()
    const button = cards()[4]!.querySelector('button')!
    button.focus()
    const { top } = button.getBoundingClientRect()
    scroller().scrollTop = 150_000
    await frame()
    expect(document.activeElement).toBe(button)
    expect(button.getBoundingClientRect().bottom).toBeLessThan(0)
    scroller().scrollTop = 0
    await frame()
    expect([document.activeElement, button.getBoundingClientRect().top]).toEqual([button, top])
  })

  it('Tab goes from card to card beyond what was drawn at first', async () => {
    await show()
    await frame()
    cards()[0]!.querySelector('button')!.focus()
    for (let step = 0; step < 45; step++) await userEvent.tab()
    await expect.poll(() => document.activeElement?.textContent).toBe('fill 46')
  })

  it('keeps visible cards in place when newer records arrive above', async () => {
    await show()
    await frame()
    scroller().scrollTop = 20_000
    await frame()
    const card = cards().find((some) => some.getBoundingClientRect().top > 200)!
    const { top } = card.getBoundingClientRect()
    flushSync(() => root.render(<Cards entries={['fill 0', ...many]} own={false} />))
    await frame()
    expect(Math.abs(card.getBoundingClientRect().top - top)).toBeLessThanOrEqual(1)
  })

  it('restores its scroll position at once', async () => {
    await show()
    await frame()
    scroller().scrollTop = 90_000
    await frame()
    const place = scroller().scrollTop
    const inSight = () =>
      cards().flatMap((card) =>
        card.getBoundingClientRect().bottom > 0
          ? [[card.textContent, card.getBoundingClientRect().top]]
          : [],
      )[0]
    const seen = inSight()
    root.unmount()
    document.body.replaceChildren()
    // The page in between, which scrolls nowhere.
    await frame()
    await show()
    window.scrollTo(0, place)
    await frame()
    expect(inSight()).toEqual(seen)
  })

  it('a list of a few is drawn whole', async () => {
    await show(many.slice(0, 40))
    expect([cards().length, cards()[0]!.hasAttribute('aria-setsize')]).toEqual([40, false])
  })
})
