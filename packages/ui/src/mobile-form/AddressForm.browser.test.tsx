import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import AddressForm from './demos/AddressForm.tsx'

beforeEach(() => page.viewport(390, 800))
afterEach(clearStage)

const field = (name: string) => page.getByRole('textbox', { name, exact: true })

describe('mobile form (U22)', () => {
  it('shows the error of an empty field after its first blur (U22.20, spec 5.12)', async () => {
    stage(<AddressForm />)
    await expect.element(field('Name')).toBeVisible()
    expect(document.querySelector('[data-x-part=error]')).toBeNull()
    for (let stop = 0; stop < 4; stop += 1) await userEvent.tab()
    await expect
      .poll(() =>
        [...document.querySelectorAll('[data-x-part=error]')].map((one) => one.textContent),
      )
      .toEqual(['Enter a name', 'Enter a phone number', 'Enter an address'])
  })

  it('shows the error of an invalid field until it is valid (U22.21, spec 5.12)', async () => {
    stage(<AddressForm />)
    await userEvent.fill(field('Phone'), '12x')
    await userEvent.tab()
    await expect
      .element(field('Phone'))
      .toHaveAccessibleDescription('This phone number is not valid')
    await userEvent.fill(field('Phone'), '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧')
    await expect.element(field('Phone')).not.toHaveAttribute('aria-invalid')
    await expect
      .element(field('Phone'))
      .not.toHaveAccessibleDescription('This phone number is not valid')
  })

  it('is translated to Arabic (U22.22)', async () => {
    stage(<AddressForm />, { direction: 'rtl' })
    await userEvent.click(field('Name'))
    await userEvent.tab()
    await expect.element(field('Name')).toHaveAccessibleDescription('أدخل الاسم')
  })
})
