import '@x/ui/tokens.css'
import '@x/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Pager } from './Pager.tsx'

let root: Root
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const nothing = () => {}

/** The pager of a long list, as wide as a page of records leaves it. */
async function show({ width }: { readonly width: number }): Promise<void> {
  await page.viewport(width, 740)
  document.body.style.margin = '0 8px'
  root = createRoot(document.body.appendChild(document.createElement('main')))
  const pager = (
    <Pager
      total={9_000}
      page={450}
      onPageChange={nothing}
      pageSize={10}
      onPageSizeChange={nothing}
    />
  )
  flushSync(() => root.render(pager))
  await expect.element(page.getByRole('button', { name: 'Page 450' })).toBeVisible()
}

/** Where the middle of a control is, in px from the top. */
const lineOf = (control: Element) => {
  const { top, bottom } = control.getBoundingClientRect()
  return Math.round((top + bottom) / 2)
}
const lineOfName = (name: string) => lineOf(page.getByRole('button', { name }).element())
const pages = () => page.getByRole('button', { name: /^Page|back|forward/ }).elements()
const size = () => lineOf(page.getByRole('combobox').element())

it.each([360, 390])(
  'has its pages on one line, the rest above, at %s px (visual 5)',
  async (px) => {
    await show({ width: px })
    expect(pages()).toHaveLength(7)
    expect(new Set(pages().map(lineOf)).size).toBe(1)
    expect([lineOfName('Previous page'), lineOfName('Next page')]).toEqual([size(), size()])
    expect(size()).toBeLessThan(lineOf(pages()[0]!))
  },
)

it('is one line from 768 px on (visual 5)', async () => {
  await show({ width: 768 })
  expect(new Set([...pages().map(lineOf), lineOfName('Next page'), size()]).size).toBe(1)
})
