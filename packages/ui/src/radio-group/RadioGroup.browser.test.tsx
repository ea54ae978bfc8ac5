import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { RadioGroup } from './RadioGroup.tsx'

afterEach(clearStage)

const options = [
  { value: 'cross', label: 'Cross' },
  { value: 'portfolio', label: 'Portfolio', disabled: true },
  { value: 'fixed', label: 'Isolated' },
]
const radio = (name: string) => page.getByRole('radio', { name })

describe('RadioGroup', () => {
  it('has one tab stop and wraps past disabled options', async () => {
    const change = vi.fn()
    stage(<RadioGroup label="Margin" options={options} defaultValue="cross" onChange={change} />)
    await expect.element(page.getByRole('radiogroup', { name: 'Margin' })).toBeVisible()
    await userEvent.tab()
    await expect.element(radio('Cross')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio('Isolated')).toBeChecked()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio('Cross')).toBeChecked()
    expect(change.mock.calls).toEqual([['fixed'], ['cross']])
  })

  it('starts without a choice and shows an error', async () => {
    stage(<RadioGroup label="Margin" options={options} required error="Choose a mode" />)
    const group = page.getByRole('radiogroup')
    await expect.element(group).toHaveAttribute('aria-invalid', 'true')
    await expect.element(group).toHaveAccessibleDescription('Choose a mode')
    expect(document.querySelector('input:checked')).toBeNull()
  })

  it('separates two groups on a page', async () => {
    stage(
      <>
        {['One', 'Two'].map((label) => (
          <RadioGroup key={label} label={label} options={options} defaultValue="cross" />
        ))}
      </>,
    )
    await userEvent.click(radio('Isolated').first())
    expect(
      [...document.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.value),
    ).toEqual(['fixed', 'cross'])
  })

  it('ignores presses when disabled and keeps a controlled value', async () => {
    const change = vi.fn()
    stage(<RadioGroup label="Margin" options={options} value="cross" onChange={change} />)
    await expect.element(radio('Portfolio')).toBeDisabled()
    await userEvent.click(radio('Isolated'))
    await expect.element(radio('Cross')).toBeChecked()
    expect(change.mock.calls).toEqual([['fixed']])
  })

  it('is cleared by null', async () => {
    function Controlled() {
      const [value, setValue] = useState<string | null>(null)
      return (
        <>
          <RadioGroup label="Margin" options={options} value={value} onChange={setValue} />
          <Button onClick={() => setValue(null)}>Reset</Button>
        </>
      )
    }
    stage(<Controlled />)
    await userEvent.click(radio('Isolated'))
    await expect.element(radio('Isolated')).toBeChecked()
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    await expect.poll(() => document.querySelector('input:checked')).toBeNull()
    const change = vi.fn()
    stage(<RadioGroup label="Margin" options={options} value={null} onChange={change} />)
    await userEvent.click(radio('Cross'))
    expect(change.mock.calls).toEqual([['cross']])
    await expect.poll(() => document.querySelector('input:checked')).toBeNull()
  })

  it('submits the chosen key under its name', async () => {
    stage(
      <form aria-label="Order">
        <RadioGroup label="Margin" name="mode" options={options} />
      </form>,
    )
    const submitted = () => [
      ...new FormData(document.querySelector('form') as HTMLFormElement).entries(),
    ]
    await expect.element(radio('Cross')).toBeVisible()
    expect(submitted()).toEqual([])
    await userEvent.click(radio('Isolated'))
    expect(submitted()).toEqual([['mode', 'fixed']])
  })

  it('keeps a form invalid until a required option is chosen', async () => {
    stage(
      <form aria-label="Order">
        <RadioGroup label="Margin" options={options} required />
      </form>,
    )
    await expect.element(page.getByRole('radiogroup')).toHaveAttribute('aria-required', 'true')
    const isValid = () => document.querySelector('form')?.checkValidity()
    expect(isValid()).toBe(false)
    await userEvent.click(radio('Cross'))
    expect(isValid()).toBe(true)
  })

  it('mirrors in Arabic', async () => {
    stage(<RadioGroup label="Margin" options={options} />, { direction: 'rtl' })
    await expect.element(radio('Cross')).toBeVisible()
    const [dot, text] = [...document.querySelectorAll('[data-x-part=radio] > span')].map((part) =>
      part.getBoundingClientRect(),
    )
    expect(dot?.left).toBeGreaterThan(text?.left ?? Infinity)
  })
})
