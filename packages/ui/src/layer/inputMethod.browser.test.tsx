import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Autocomplete } from '../autocomplete/Autocomplete.tsx'
import { DatePicker } from '../date-picker/DatePicker.tsx'
import { DateRangePicker } from '../date-range/DateRangePicker.tsx'
import { SearchBox } from '../search-box/SearchBox.tsx'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import { createToastQueue } from '../toast/createToastQueue.ts'
import { ToastRegion } from '../toast/ToastRegion.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

/**
 * Dispatches the key that ended a composition like Safari: afterwards, only with `keyCode` 229.
 * Returns false if the default was prevented.
 */
async function pressOver(key: string): Promise<boolean> {
  const free = document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }),
  )
  await settled()
  return free ?? false
}

it('ignores Enter and Escape of a composition in a search box (U10.29)', async () => {
  const search = vi.fn()
  stage(<SearchBox onSearch={search} wait={3_600_000} />)
  const box = page.getByRole('searchbox')
  await userEvent.type(box, 'に')
  expect([await pressOver('Enter'), await pressOver('Escape')]).toEqual([true, true])
  expect(search).not.toHaveBeenCalled()
  await expect.element(box).toHaveValue('に')
  await userEvent.keyboard('{Enter}')
  expect(search.mock.calls).toEqual([['に']])
})

it('ignores an Enter that ends a composition in an autocomplete (U9.28)', async () => {
  const take = vi.fn()
  stage(<Autocomplete label="Coin" search={async () => []} onSubmit={take} />)
  await userEvent.type(page.getByRole('combobox', { name: 'Coin' }), 'に')
  await pressOver('Enter')
  expect(take).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(take.mock.calls).toEqual([[{ status: 'text', text: 'に' }]])
})

it('ignores an Enter that ends a composition in date fields (U14.104)', async () => {
  stage(
    <>
      <DatePicker label="Day" today="2026-11-21" />
      <DateRangePicker label="Days" today="2026-11-21" />
    </>,
  )
  for (const name of ['Day', 'Start date']) {
    const field = page.getByRole('textbox', { name, exact: true })
    await userEvent.click(field)
    await userEvent.keyboard('２０２６')
    expect(await pressOver('Enter')).toBe(true)
    expect(document.querySelector('[role=alert]')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.querySelector('[role=alert]')).not.toBeNull()
    await userEvent.fill(field, '')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.querySelector('[role=alert]')).toBeNull()
  }
})

it('ignores an Escape of a composition for toasts (U4.31)', async () => {
  const toasts = createToastQueue({
    clock: createManualClock(),
    visibility: createManualVisibility(),
  })
  stage(
    <>
      <input aria-label="Note" />
      <ToastRegion toasts={toasts} />
    </>,
  )
  toasts.show({ text: 'Filled' })
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await userEvent.click(page.getByRole('textbox', { name: 'Note' }))
  expect(await pressOver('Escape')).toBe(true)
  expect(toasts.getState()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  expect(toasts.getState()).toEqual([])
})
