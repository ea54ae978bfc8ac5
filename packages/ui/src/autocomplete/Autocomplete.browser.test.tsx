import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '../testing/support/presses.ts'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import Autocompletes from './demos/Autocompletes.tsx'
import { Autocomplete } from './Autocomplete.tsx'

beforeEach(() => page.viewport(800, 700))
afterEach(clearStage)

const box = (name = 'Coin') => page.getByRole('combobox', { name })
const option = (name: string) => page.getByRole('option', { name, exact: true })
const output = () => document.querySelector('output')?.textContent
const list = () => document.querySelector('[role=listbox]')

async function typed(text: string) {
  stage(<Autocompletes />)
  await userEvent.type(box(), text)
  await expect.element(option('Bitcoin')).toBeVisible()
}

describe('Autocomplete (U9)', () => {
  it('submits the free text on Enter without a highlight (U9.20)', async () => {
    await typed('bit')
    await userEvent.keyboard('{Enter}')
    expect(output()).toBe('text bit')
    await expect.poll(list).toBeNull()
    await expect.element(box()).toHaveValue('bit')
  })

  it('highlights by ArrowDown, skips disabled ones, submits on Enter (U9.21)', async () => {
    stage(<Autocompletes />)
    await userEvent.type(box(), 'e')
    await expect.element(option('Ether')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    expect(document.getElementById(id ?? '')?.textContent).toBe('Ether')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.hasAttribute('aria-activedescendant')).toBe(false)
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(output()).toBe('suggestion litecoin')
    await expect.element(box()).toHaveValue('Litecoin')
    await expect.element(box()).toHaveFocus()
  })

  it('submits an enabled suggestion on a press and keeps the focus (U9.22)', async () => {
    await typed('bit')
    await userEvent.click(option('Bitcoin Cash'), { force: true })
    expect(output()).toBe('')
    await userEvent.click(option('Bitcoin'))
    expect(output()).toBe('suggestion bitcoin')
    await expect.element(box()).toHaveFocus()
    await expect.poll(list).toBeNull()
  })

  it('closes the list on Escape, keeps the text, reopens by arrow (U9.23)', async () => {
    await typed('bit')
    await userEvent.keyboard('{Escape}')
    await expect.poll(list).toBeNull()
    await expect.element(box()).toHaveValue('bit')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option('Bitcoin')).toBeVisible()
  })

  it('closes the list on Tab and moves on (U9.24)', async () => {
    await typed('bit')
    await userEvent.tab()
    await expect.element(box('Offline')).toHaveFocus()
    await expect.poll(list).toBeNull()
    expect(output()).toBe('')
  })

  it('shows a failure with a retry and keeps the text (U9.25)', async () => {
    const search = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue([{ key: 'x', label: 'Found' }])
    stage(<Autocomplete label="Coin" search={search} onSubmit={() => {}} />)
    await userEvent.type(box(), 'x')
    await expect
      .poll(() => document.querySelector('[role=alert]')?.textContent)
      .toBe('This could not be loadedTry again')
    await userEvent.click(button('Try again'))
    await expect.element(option('Found')).toBeVisible()
    await expect.element(box()).toHaveValue('x')
  })

  it('sends no search during a composition (U9.26)', async () => {
    const search = vi.fn(async () => [])
    stage(<Autocomplete label="Coin" search={search} onSubmit={() => {}} />)
    await userEvent.click(box())
    const input = box().element() as HTMLInputElement
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    await userEvent.keyboard('ni')
    await settled()
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'ni' }))
    await expect.poll(() => search.mock.calls.map(([query]: unknown[]) => query)).toEqual(['ni'])
  })

  it('submits a form on Enter only with the free text (U9.27)', async () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    stage(
      <form onSubmit={submit}>
        <Autocomplete
          label="Coin"
          search={async () => [{ value: 'x', label: 'Found' }]}
          onSubmit={() => {}}
        />
      </form>,
    )
    await userEvent.type(box(), 'x')
    await expect.element(option('Found')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(submit).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(submit).toHaveBeenCalledOnce()
  })
})
