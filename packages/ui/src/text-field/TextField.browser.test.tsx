import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testStage.tsx'
import { TextField } from './TextField.tsx'

afterEach(clearStage)

describe('text field', () => {
  it('ties the label and the help to the input', async () => {
    stage(<TextField label="E-mail" help="Where the code is sent." />)
    await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription('Where the code is sent.')
  })

  it('puts the error in the place of the help and says it is invalid', async () => {
    stage(<TextField label="E-mail" help="Where the code is sent." error="Enter an address." />)
    const field = page.getByLabelText('E-mail')
    await expect.element(field).toHaveAccessibleDescription('Enter an address.')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(document.body.textContent).not.toContain('Where the code is sent.')
  })

  it('U18 counts graphemes and stops at the limit', async () => {
    stage(<TextField label="Nickname" defaultValue="👩‍🚀" maxLength={3} counter />)
    const field = page.getByLabelText('Nickname')
    await expect.element(page.getByRole('img', { name: '1 of 3 characters' })).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('{End}abc')
    await expect.element(field).toHaveValue('👩‍🚀ab')
    await expect.element(page.getByRole('img', { name: '3 of 3 characters' })).toBeVisible()
  })

  it('shows and hides a password without losing it', async () => {
    stage(<TextField label="Password" type="password" defaultValue="secret" />)
    const field = page.getByLabelText('Password', { exact: true })
    await expect.element(field).toHaveAttribute('type', 'password')
    await userEvent.click(page.getByRole('button', { name: 'Show password' }))
    await expect.element(field).toHaveAttribute('type', 'text')
    await expect.element(field).toHaveValue('secret')
    await userEvent.click(page.getByRole('button', { name: 'Hide password' }))
    await expect.element(field).toHaveAttribute('type', 'password')
  })
})
