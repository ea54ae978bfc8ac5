import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

afterEach(clearStage)

describe('TextField', () => {
  it('links label and help to the input', async () => {
    stage(<TextField label="E-mail" help="Where the code is sent." />)
    await expect
      .element(page.getByLabelText('E-mail'))
      .toHaveAccessibleDescription('Where the code is sent.')
  })

  it('shows the error instead of the help and marks it invalid', async () => {
    stage(<TextField label="E-mail" help="Where the code is sent." error="Enter an address." />)
    const field = page.getByLabelText('E-mail')
    await expect.element(field).toHaveAccessibleDescription('Enter an address.')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(document.body.textContent).not.toContain('Where the code is sent.')
  })

  it('truncates long text by an ellipsis unless focused', async () => {
    stage(
      <>
        <TextField label="E-mail" />
        <TextField label="Code" readOnly />
      </>,
    )
    const cutBy = (name: string) =>
      getComputedStyle(page.getByLabelText(name).element()).textOverflow
    expect(cutBy('E-mail')).toBe('ellipsis')
    for (const name of ['E-mail', 'Code']) await userEvent.click(page.getByLabelText(name))
    expect(['E-mail', 'Code'].map(cutBy)).toEqual(['ellipsis', 'ellipsis'])
    await userEvent.click(page.getByLabelText('E-mail'))
    expect(['E-mail', 'Code'].map(cutBy)).toEqual(['clip', 'ellipsis'])
  })

  it('submits its text under its name, a disabled one nothing', async () => {
    stage(
      <form>
        <TextField label="E-mail" name="mail" defaultValue="a@b.c" />
        <TextField label="Code" name="code" defaultValue="7" disabled />
      </form>,
    )
    await userEvent.fill(page.getByLabelText('E-mail'), 'd@e.f')
    const form = document.querySelector('form') as HTMLFormElement
    expect([...new FormData(form).entries()]).toEqual([['mail', 'd@e.f']])
  })

  it('keeps the focus order of field and button in Arabic, mirrored', async () => {
    stage(<TextField label="Password" type="password" />, { direction: 'rtl' })
    const field = page.getByLabelText('Password', { exact: true })
    const reveal = document.querySelector('[data-x-part=reveal]') as HTMLElement
    await expect.element(field).toBeVisible()
    expect(reveal.getBoundingClientRect().left).toBeLessThan(
      field.element().getBoundingClientRect().left,
    )
    await userEvent.tab()
    await expect.element(field).toHaveFocus()
    await userEvent.tab()
    expect(document.activeElement).toBe(reveal)
    await userEvent.keyboard(' ')
    await expect.element(field).toHaveAttribute('type', 'text')
    expect(document.activeElement).toBe(reveal)
  })

  it('counts graphemes and stops at the limit (U18.4)', async () => {
    stage(<TextField label="Nickname" defaultValue="👩‍🚀" maxLength={3} counter />)
    const field = page.getByLabelText('Nickname')
    await expect.element(page.getByRole('img', { name: 'Characters: 1 of 3' })).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('{End}abc')
    await expect.element(field).toHaveValue('👩‍🚀ab')
    await expect.element(page.getByRole('img', { name: 'Characters: 3 of 3' })).toBeVisible()
  })

  it('reveals and hides a password', async () => {
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

/** Simulates an input method: it writes letters into the field during a composition. */
const compose = (text: string) =>
  cdp().send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })
const commit = (text: string) => cdp().send('Input.insertText', { text })

describe.each([
  ['text field', TextField],
  ['text area', TextArea],
] as const)('%s', (_, Field) => {
  it('allows a composition beyond the limit and shortens its result (U18.5)', async () => {
    const change = vi.fn()
    const [began, ended] = [vi.fn(), vi.fn()]
    stage(
      <Field
        label="Name"
        maxLength={2}
        onChange={change}
        onCompositionStart={began}
        onCompositionEnd={ended}
      />,
    )
    const field = page.getByLabelText('Name')
    await userEvent.click(field)
    await compose('ni hao')
    await expect.element(field).toHaveValue('ni hao')
    await commit('你好吗')
    await expect.element(field).toHaveValue('你好')
    expect(change).toHaveBeenLastCalledWith('你好')
    expect([began.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1])
    await userEvent.keyboard('x')
    await expect.element(field).toHaveValue('你好')
  })

  it.each([
    ['abcdef', '你', 'abcdef', 2],
    ['abcd', '你好吗', 'ab你好cd', 4],
  ])(
    'keeps what fits of a composition in %j that ends with %j (U18.9)',
    async (defaultValue, words, text, caret) => {
      stage(<Field label="Name" maxLength={6} defaultValue={defaultValue} />)
      const field = page.getByLabelText('Name')
      await userEvent.click(field)
      const input = field.element() as HTMLInputElement
      input.setSelectionRange(2, 2)
      await compose('ni hao')
      await commit(words)
      await expect.element(field).toHaveValue(text)
      expect(input.selectionStart).toBe(caret)
    },
  )

  it('shortens a paste at its position (U18.10)', async () => {
    const change = vi.fn()
    stage(<Field label="Name" maxLength={6} defaultValue="abXcd" onChange={change} />)
    const field = page.getByLabelText('Name')
    await userEvent.click(field)
    const input = field.element() as HTMLInputElement
    input.setSelectionRange(2, 3)
    // What a paste does to text and caret.
    document.execCommand('insertText', false, '12345')
    await expect.element(field).toHaveValue('ab12cd')
    expect([input.selectionStart, change.mock.calls]).toEqual([4, [['ab12cd']]])
    await userEvent.keyboard('3')
    await expect.element(field).toHaveValue('ab12cd')
    expect(input.selectionStart).toBe(4)
  })

  it('lets a too long text only shrink (U18.6)', async () => {
    stage(<Field label="Name" maxLength={2} defaultValue="abcd" />)
    const field = page.getByLabelText('Name')
    await userEvent.click(field)
    await userEvent.keyboard('{End}e')
    await expect.element(field).toHaveValue('abcd')
    await userEvent.keyboard('{Backspace}')
    await expect.element(field).toHaveValue('abc')
  })

  it('keeps a controlled value', async () => {
    function Upper() {
      const [value, setValue] = useState('a')
      return <Field label="Name" value={value} onChange={(next) => setValue(next.toUpperCase())} />
    }
    stage(<Upper />)
    const field = page.getByLabelText('Name')
    await expect.element(field).toHaveValue('a')
    await userEvent.click(field)
    await userEvent.keyboard('{End}b')
    await expect.element(field).toHaveValue('AB')
  })

  it('ignores input when disabled', async () => {
    stage(<Field label="Name" disabled defaultValue="a" help="Fixed." />)
    await expect.element(page.getByLabelText('Name')).toBeDisabled()
    await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription('Fixed.')
  })
})
