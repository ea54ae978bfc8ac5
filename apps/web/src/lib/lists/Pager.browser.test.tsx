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
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeVisible()
}

/** Where the middle of a control is, in px from the top. */
const lineOf = (control: Element) => {
  const { top, bottom } = control.getBoundingClientRect()
  return Math.round((top + bottom) / 2)
}
const controls = () => [
  ...page.getByRole('button').elements(),
  ...page.getByRole('combobox').elements(),
]

it.each([360, 390])('is one line of two lists and two arrows at %s px (visual 5)', async (px) => {
  await show({ width: px })
  expect(controls()).toHaveLength(4)
  expect(new Set(controls().map(lineOf)).size).toBe(1)
  await expect.element(page.getByRole('combobox', { name: 'Page 450' })).toHaveValue('450')
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)
})

it('has a button for each page from 768 px on (visual 5)', async () => {
  await show({ width: 768 })
  expect(page.getByRole('button', { name: /^Page|back|forward/ }).elements()).toHaveLength(7)
  expect(new Set(controls().map(lineOf)).size).toBe(1)
})
