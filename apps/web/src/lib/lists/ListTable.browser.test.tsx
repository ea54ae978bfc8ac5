import { NumberText } from '@x/ui/number'
import { Tooltip } from '@x/ui/tooltip'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ListTable } from './ListTable.tsx'

const ROOT = 'ab'.repeat(32)
const ROWS = [{ id: ROOT, amount: '123,456,789,012.12345678' }]

let root: Root
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

async function show({ width }: { readonly width: number }): Promise<HTMLElement> {
  await page.viewport(width, 740)
  document.body.style.margin = '0'
  const at = document.body.appendChild(document.createElement('main'))
  root = createRoot(at)
  const list = (
    <ListTable
      label="Snapshots"
      columns={[
        {
          key: 'order',
          header: 'Order',
          cell: () => <a href="#order">Buy USDT</a>,
        },
        {
          key: 'rate',
          header: (
            <Tooltip content="Of the principal">
              <a href="#rate">Rate</a>
            </Tooltip>
          ),
          cell: () => '0.01%',
        },
        { key: 'id', header: 'Root', minWidth: 240, cell: ({ id }) => <bdi>{id}</bdi> },
        {
          key: 'amount',
          header: 'Amount',
          kind: 'number',
          minWidth: 240,
          cell: ({ amount }) => <NumberText unit="USDT">{amount}</NumberText>,
        },
      ]}
      rows={ROWS}
      rowKey={({ id }) => id}
    />
  )
  flushSync(() => root.render(list))
  return at
}

/** What sticks out of a box, by its text; names for screen readers alone have none. */
const cutIn = (at: HTMLElement) =>
  [...at.querySelectorAll<HTMLElement>('*')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((element) => getComputedStyle(element).clipPath !== 'inset(50%)')
    .map(({ textContent }) => textContent)

it.each([360, 390, 767])('cuts nothing of a card at %s px (visual 5)', async (width) => {
  const at = await show({ width })
  await expect.element(page.getByRole('list', { name: 'Snapshots' })).toBeVisible()
  expect(at.scrollWidth).toBe(width)
  expect(cutIn(at)).toEqual([])
})

it('shows what a row is about at the head of its card (visual 5)', async () => {
  await show({ width: 390 })
  const list = page.getByRole('list', { name: 'Snapshots' })
  await expect.element(list).toBeVisible()
  const [title, next] = list.element().querySelectorAll('dd')
  expect(getComputedStyle(title!).fontWeight).toBe('650')
  expect(title!.getBoundingClientRect().left).toBe(
    next!.previousElementSibling?.getBoundingClientRect().left,
  )
  expect(title!.previousElementSibling?.getBoundingClientRect().width).toBe(1)
})

it('lets a finger hit the link of a card (visual 2)', async () => {
  await show({ width: 390 })
  const link = page.getByRole('link', { name: 'Buy USDT' })
  await expect.element(link).toBeVisible()
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

it('keeps the line of an explained name as high as the others (visual 2)', async () => {
  await show({ width: 390 })
  const name = page.getByRole('link', { name: 'Rate' })
  await expect.element(name).toBeVisible()
  expect(name.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(name.element().closest('div')?.getBoundingClientRect().height).toBeLessThan(24)
})

it('is a table from 768 px on (visual 5)', async () => {
  await show({ width: 768 })
  await expect.element(page.getByRole('table', { name: 'Snapshots' })).toBeVisible()
})
