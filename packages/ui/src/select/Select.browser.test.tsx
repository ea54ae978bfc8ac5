import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { playAnimations } from '../testing/support/devTools.ts'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { Select, type SelectProps } from './Select.tsx'

beforeAll(() => playAnimations({ rate: 20 }))
afterAll(() => playAnimations({ rate: 1 }))
beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const coins = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'eth', label: 'Ethereum', disabled: true },
  { value: 'sol', label: 'Solana' },
  { value: 'bch', label: 'Bitcoin Cash' },
]
const change = vi.fn()

function show(props: Partial<SelectProps> = {}) {
  change.mockClear()
  stage(
    <>
      <Select label="Coin" options={coins} onChange={change} {...props} />
      <Button>After</Button>
      <p style={{ marginBlockStart: 400 }}>Elsewhere</p>
    </>,
  )
}

const combobox = () => page.getByRole('combobox', { name: 'Coin' })
const listbox = () => document.querySelector('[role=listbox]')
const options = () =>
  [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
const active = () => document.querySelector('[data-active]')?.textContent

/** Presses keys in one task: half a second between two would end the type-ahead text. */
async function type(text: string) {
  for (const key of text) {
    combobox()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  }
}

async function open() {
  await userEvent.click(combobox())
  await expect.poll(listbox).not.toBeNull()
}

describe('Select', () => {
  it('is cleared by null (U8.67)', async () => {
    function Controlled() {
      const [value, setValue] = useState<string | null>(null)
      return (
        <>
          <Select label="Coin" options={coins} value={value} onChange={setValue} />
          <Button onClick={() => setValue(null)}>Reset</Button>
        </>
      )
    }
    stage(<Controlled />)
    await open()
    await userEvent.click(page.getByRole('option', { name: 'Solana' }))
    await expect.element(combobox()).toHaveValue('Solana')
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    expect((combobox().element() as HTMLInputElement).value).toBe('')
  })

  it('submits nothing while disabled (U8.69)', () => {
    const sent = () => [...new FormData(document.querySelector('form') ?? undefined)]
    stage(
      <form>
        <Select label="Coin" name="coin" options={coins} defaultValue="btc" disabled />
        <MultiSelect
          label="Coins"
          name="coins"
          options={coins}
          defaultValue={['btc', 'sol']}
          disabled
        />
      </form>,
    )
    expect(sent()).toEqual([])
    stage(
      <form>
        <Select label="Coin" name="coin" options={coins} defaultValue="btc" />
        <MultiSelect label="Coins" name="coins" options={coins} defaultValue={['btc', 'sol']} />
      </form>,
    )
    expect(sent()).toEqual([
      ['coin', 'btc'],
      ['coins', 'btc'],
      ['coins', 'sol'],
    ])
  })

  it('types a space within letters, chooses by it after a pause (U8.70)', async () => {
    show()
    await userEvent.click(combobox())
    await expect.poll(listbox).not.toBeNull()
    await type('bitcoin c')
    expect(active()).toBe('Bitcoin Cash')
    expect(change).not.toHaveBeenCalled()
    await new Promise((resolve) => setTimeout(resolve, 550))
    await userEvent.keyboard(' ')
    expect(change.mock.calls).toEqual([['bch']])
    await type('so ')
    expect(change.mock.lastCall).toEqual(['sol'])
  })

  it('stays empty if the caller does not change the value (U8.68)', async () => {
    show({ value: null, name: 'coin' })
    await open()
    await userEvent.click(page.getByRole('option', { name: 'Solana' }))
    expect(change).toHaveBeenCalledWith('sol')
    await expect.poll(listbox).toBeNull()
    expect((combobox().element() as HTMLInputElement).value).toBe('')
  })

  it('mounts no menu while closed (U8.56)', async () => {
    show()
    await expect.element(combobox()).toHaveAttribute('aria-expanded', 'false')
    expect(listbox()).toBeNull()
  })

  it('grows to touch size below 768 px (U8.57)', async () => {
    const height = () =>
      Math.round(document.querySelector('[data-x-part=select]')!.getBoundingClientRect().height)
    const heights = []
    for (const width of [1280, 390]) {
      await page.viewport(width, 800)
      for (const size of ['mini', 'small', 'standard', 'medium', 'large'] as const) {
        clearStage()
        show({ size })
        await expect.element(combobox()).toBeInTheDocument()
        heights.push(height())
      }
    }
    expect(heights).toEqual([24, 28, 32, 36, 40, 24, 44, 44, 44, 48])
    clearStage()
    show({ size: 'mini' })
    await expect.element(combobox()).toBeInTheDocument()
    const { left, top } = document.querySelector('[data-x-part=select]')!.getBoundingClientRect()
    expect(
      document.elementFromPoint(left + 40, top - 8)?.closest('[data-x-part=select]'),
    ).not.toBeNull()
  })

  it('opens by mouse, chooses, closes and keeps focus', async () => {
    show()
    await open()
    await userEvent.click(page.getByRole('option', { name: 'Solana' }))
    await expect.element(combobox()).toHaveValue('Solana')
    await expect.poll(listbox).toBeNull()
    await expect.element(combobox()).toHaveFocus()
    expect(change.mock.calls).toEqual([['sol']])
  })

  it('announces list, options and highlight', async () => {
    show({ defaultValue: 'sol' })
    await open()
    await expect
      .element(page.getByRole('option', { name: 'Solana' }))
      .toHaveAttribute('aria-selected', 'true')
    await expect
      .element(page.getByRole('option', { name: 'Ethereum' }))
      .toHaveAttribute('aria-disabled', 'true')
    const input = document.querySelector('[role=combobox]')
    expect(input?.getAttribute('aria-controls')).toBe(listbox()?.id)
    expect(
      document.getElementById(input?.getAttribute('aria-activedescendant') ?? '')?.textContent,
    ).toBe('Solana')
  })

  it('opens by arrow, wraps, skips and chooses by Enter (U8.58)', async () => {
    show()
    await expect.element(combobox()).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(active).toBe('Bitcoin')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(active).toBe('Solana')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.poll(active).toBe('Bitcoin Cash')
    await userEvent.keyboard('{Enter}')
    await expect.element(combobox()).toHaveValue('Bitcoin Cash')
    await expect.poll(listbox).toBeNull()
  })

  it('goes to the ends by Home and End, chooses by Space (U8.59)', async () => {
    show()
    await expect.element(combobox()).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.poll(listbox).not.toBeNull()
    await userEvent.keyboard('{End}')
    await expect.poll(active).toBe('Bitcoin Cash')
    await userEvent.keyboard('{Home} ')
    await expect.element(combobox()).toHaveValue('Bitcoin')
  })

  it('closes on Tab without choosing (U8.60)', async () => {
    show()
    await open()
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.tab()
    await expect.poll(listbox).toBeNull()
    await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
    expect(change).not.toHaveBeenCalled()
  })

  it('finds an option by its first letters', async () => {
    show()
    await expect.element(combobox()).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('s')
    await expect.poll(active).toBe('Solana')
  })

  it('does not choose a disabled option', async () => {
    show()
    await open()
    ;(
      [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
        (option) => option.textContent === 'Ethereum',
      ) as HTMLElement
    ).click()
    await settled()
    expect(change).not.toHaveBeenCalled()
    expect(listbox()).not.toBeNull()
  })

  it('closes on a press outside', async () => {
    show()
    await open()
    await userEvent.click(page.getByText('Elsewhere'))
    await expect.poll(listbox).toBeNull()
  })

  it('clears without opening', async () => {
    show({ clearable: true, defaultValue: 'sol' })
    await userEvent.click(page.getByRole('button', { name: 'Clear' }))
    await expect.element(combobox()).toHaveValue('')
    expect(change.mock.calls).toEqual([[null]])
    expect(listbox()).toBeNull()
  })

  it('stays closed when disabled', async () => {
    show({ disabled: true })
    await expect.element(combobox()).toBeDisabled()
    ;(document.querySelector('[data-x-part=select]') as HTMLElement).click()
    await settled()
    expect(listbox()).toBeNull()
  })
})

describe('filter', () => {
  it('keeps matching options and highlights the first (U8.61)', async () => {
    show({ filterable: true })
    await open()
    await userEvent.keyboard('BIT')
    await expect.poll(options).toEqual(['Bitcoin', 'Bitcoin Cash'])
    expect(active()).toBe('Bitcoin')
    await expect.element(page.getByText('2 results')).toBeInTheDocument()
  })

  it('says when nothing matches', async () => {
    show({ filterable: true })
    await open()
    await userEvent.keyboard('zz')
    await expect.element(page.getByText('No matches')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(change).not.toHaveBeenCalled()
  })

  it('clears on the first Escape, closes on the second (U8.62)', async () => {
    stage(
      <Dialog open title="Transfer" onOpenChange={change}>
        <Select label="Coin" options={coins} filterable />
      </Dialog>,
    )
    await open()
    await userEvent.keyboard('sol')
    await expect.poll(options).toEqual(['Solana'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(options).toHaveLength(4)
    await userEvent.keyboard('{Escape}')
    await expect.poll(listbox).toBeNull()
    await animationsEnded()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('creates an option from an unmatched query (U8.63)', async () => {
    const create = vi.fn()
    show({ filterable: true, onCreate: create })
    await open()
    await userEvent.keyboard('Dogecoin')
    await expect.poll(options).toEqual(['Add “Dogecoin”'])
    await userEvent.keyboard('{Enter}')
    expect(create.mock.calls).toEqual([['Dogecoin']])
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'ignores keys during a composition: %j (U8.64)',
    async (of) => {
      show({ filterable: true })
      await open()
      document
        .querySelector('[role=combobox]')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...of }))
      await settled()
      expect(change).not.toHaveBeenCalled()
      expect(listbox()).not.toBeNull()
    },
  )
})

describe('many options', () => {
  it('render only when visible and are reachable by keyboard', async () => {
    show({
      options: Array.from({ length: 10_000 }, (_, index) => ({
        value: `${index}`,
        label: `Address ${index}`,
      })),
    })
    await open()
    await expect.poll(() => options().length).toBeGreaterThan(3)
    expect(options().length).toBeLessThan(60)
    await userEvent.keyboard('{End}')
    await expect.poll(active).toBe('Address 9999')
    expect(document.querySelector('[data-active]')?.getAttribute('aria-posinset')).toBe('10000')
  })

  it('reset icon state when elements are reused (U8)', async () => {
    show({
      filterable: true,
      options: Array.from({ length: 10_000 }, (_, index) => ({
        value: `${index}`,
        label: `Address ${index}`,
        icon: <i data-icon={index} ref={(icon) => icon?.setAttribute('data-of', `${index}`)} />,
      })),
    })
    await open()
    await expect.poll(() => options().length).toBeGreaterThan(3)
    const first = document.querySelector('[role=option]')
    const icon = first?.querySelector('i')
    await userEvent.keyboard('77')
    await expect.poll(active).toBe('Address 77')
    expect(document.querySelector('[data-active]')).toBe(first)
    expect(document.querySelector('[data-active] i')).not.toBe(icon)
    for (const [at, option] of [...document.querySelectorAll('[role=option]')].entries()) {
      expect([option.id, option.getAttribute('aria-posinset')]).toEqual([
        `${listbox()?.id}-${at}`,
        `${at + 1}`,
      ])
      expect(option.textContent).toBe(`Address ${option.querySelector('i')?.dataset['of']}`)
    }
    await userEvent.keyboard('{Enter}')
    expect(change.mock.calls).toEqual([['77']])
  })
})

describe('below 768 px', () => {
  it('shares one media query list among selects', async () => {
    stage(<Select label="First" options={coins} />)
    const asked = vi.spyOn(window, 'matchMedia')
    stage(
      <>
        <Select label="First" options={coins} />
        <Select label="Second" options={coins} />
      </>,
    )
    await expect.element(page.getByRole('combobox', { name: 'Second' })).toBeVisible()
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  it('shows a bottom sheet and keeps the query across 768 px (U8.65)', async () => {
    await page.viewport(390, 800)
    show({ filterable: true })
    await open()
    await expect.element(page.getByRole('dialog', { name: 'Coin' })).toBeVisible()
    await animationsEnded()
    const sheet = document.querySelector('[data-edge=bottom] > *')?.getBoundingClientRect()
    expect([Math.round(sheet?.bottom ?? 0), sheet?.width]).toEqual([800, 390])
    await userEvent.keyboard('sol')
    await expect.poll(options).toEqual(['Solana'])
    await page.viewport(1000, 800)
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    await expect.poll(options).toEqual(['Solana'])
    await page.viewport(390, 800)
    await expect.element(page.getByRole('dialog', { name: 'Coin' })).toBeVisible()
    await userEvent.click(page.getByRole('option', { name: 'Solana' }))
    await expect.poll(listbox).toBeNull()
    await expect.element(combobox()).toHaveValue('Solana')
  })

  it('focuses the list of a sheet without filter, rows 44 px', async () => {
    await page.viewport(390, 800)
    show()
    await open()
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('listbox')
    expect(document.querySelector('[role=option]')?.getBoundingClientRect().height).toBe(44)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(combobox()).toHaveValue('Solana')
  })
})

describe('touch targets (U8)', () => {
  it.each(['mini', 'small', 'standard', 'medium', 'large'] as const)(
    'has 44 px in size %s on a phone (U8.66)',
    async (size) => {
      await page.viewport(390, 800)
      stage(
        <div style={{ padding: 40 }}>
          <Select aria-label="Coin" size={size} options={[{ value: 'btc', label: 'BTC' }]} />
        </div>,
      )
      await expect.poll(() => document.querySelector('[data-x-part=select]')).not.toBeNull()
      const box = document.querySelector('[data-x-part=select]')!
      const { left, width, top, height } = box.getBoundingClientRect()
      const isHit = (offset: number) =>
        box.contains(document.elementFromPoint(left + width / 2, top + height / 2 + offset))
      expect([-21.5, 0, 21.5].map(isHit)).toEqual([true, true, true])
      await page.viewport(1280, 800)
    },
  )
})
