import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { ColorField } from './ColorField.tsx'

afterEach(clearStage)

const field = () => page.getByLabelText('Rising')
const input = () => field().element() as HTMLInputElement
/** Like the native picker: sets the value without React and dispatches the event. */
function choose(color: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), color)
  input().dispatchEvent(new Event('input', { bubbles: true }))
}

describe('ColorField', () => {
  it('starts with black and reports each tried colour', async () => {
    const change = vi.fn()
    stage(<ColorField onChange={change}>Rising</ColorField>)
    await expect.element(field()).toHaveValue('#000000')
    choose('#2EBD85')
    choose('#8ea2ff')
    expect(change.mock.calls).toEqual([['#2ebd85'], ['#8ea2ff']])
    await expect.element(field()).toHaveValue('#8ea2ff')
  })

  it('shows the controlled value', async () => {
    const change = vi.fn()
    stage(
      <ColorField value="#2ebd85" onChange={change}>
        Rising
      </ColorField>,
    )
    choose('#8ea2ff')
    expect(change).toHaveBeenCalledWith('#8ea2ff')
    await expect.element(field()).toHaveValue('#2ebd85')
  })

  it('opens the picker by swatch and label', async () => {
    const opened = vi.fn()
    stage(<ColorField onClick={(event) => (event.preventDefault(), opened())}>Rising</ColorField>)
    await userEvent.click(field())
    await userEvent.click(page.getByText('Rising'))
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('ignores focus and presses when disabled', async () => {
    const opened = vi.fn()
    stage(
      <ColorField disabled onClick={opened}>
        Rising
      </ColorField>,
    )
    await expect.element(field()).toBeDisabled()
    ;(document.querySelector('label') as HTMLElement).click()
    await userEvent.tab()
    expect(document.activeElement).not.toBe(input())
    expect(opened).not.toHaveBeenCalled()
  })

  it('passes its ref and accessible name to the input', async () => {
    const ref = createRef<HTMLInputElement>()
    stage(<ColorField ref={ref} aria-label="Rising" name="up" defaultValue="#2ebd85" />)
    expect(ref.current).toBe(input())
    expect([ref.current?.name, ref.current?.value]).toEqual(['up', '#2ebd85'])
  })
})
