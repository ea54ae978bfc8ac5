import { createRef } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { named, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

const FAMILY = '👨‍👩‍👧'
const FLAG = '🇺🇦'

function show(props: Partial<TextFieldProps> = {}) {
  const onChange = vi.fn<(value: string) => void>()
  const field = (next: Partial<TextFieldProps>) => (
    <TextField label="Name" onChange={onChange} {...props} {...next} />
  )
  const render = renderWidget(field({}))
  return { onChange, render: (next: Partial<TextFieldProps>) => render(field(next)) }
}

const input = () => screen.getByLabelText<HTMLInputElement>('Name')
/** Types as a browser does: the whole text, with the caret after what was typed. */
function type(text: string, caret = text.length) {
  const element = input()
  const setText = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set
  setText?.call(element, text)
  element.setSelectionRange(caret, caret)
  fireEvent.input(element)
}

afterEach(cleanup)

describe('limit of a text', () => {
  it.each([
    ['letters', 'abc', 'abcd', 'abc'],
    ['a family of five code points as one', FAMILY.repeat(3), FAMILY.repeat(4), FAMILY.repeat(3)],
    ['a flag of two code points as one', FLAG.repeat(3), `${FLAG.repeat(3)}x`, FLAG.repeat(3)],
    ['a letter with its accent as one', 'e\u0301bc', 'e\u0301bcd', 'e\u0301bc'],
  ])('counts %s', (_, before, typed, expected) => {
    show({ defaultValue: before, maxLength: 3 })
    type(typed)
    expect(input().value).toBe(expected)
  })

  it('cuts what is pasted, not what stands around it', () => {
    const { onChange } = show({ defaultValue: 'abef', maxLength: 6 })
    type('abcccccef', 7)
    expect(input().value).toBe('abccef')
    expect(input().selectionStart).toBe(4)
    expect(onChange.mock.calls).toEqual([['abccef']])
  })

  it('reports nothing when nothing of a paste fits', () => {
    const { onChange } = show({ defaultValue: 'abc', maxLength: 3 })
    type('abXc', 3)
    expect(input().value).toBe('abc')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('lets a text beyond it only shrink', () => {
    const { onChange } = show({ defaultValue: 'abcdef', maxLength: 3 })
    type('abcdefg')
    expect(input().value).toBe('abcdef')
    type('abcde')
    expect(onChange.mock.calls).toEqual([['abcde']])
  })

  it('waits for the end of a composition', () => {
    const { onChange } = show({ defaultValue: '東', maxLength: 2 })
    fireEvent.compositionStart(input())
    type('東kyou')
    expect(input().value).toBe('東kyou')
    type('東京都')
    fireEvent.compositionEnd(input())
    expect(input().value).toBe('東京')
    expect(onChange).toHaveBeenLastCalledWith('東京')
    type('東京x')
    expect(input().value).toBe('東京')
  })

  it('is absent by default', () => {
    const { onChange } = show()
    const long = 'a'.repeat(5000)
    type(long)
    expect(onChange.mock.calls).toEqual([[long]])
  })

  it('shows and speaks the count in graphemes', () => {
    show({ defaultValue: `${FAMILY}ab`, maxLength: 20, counter: true })
    const counter = named('img', 'Characters: 3 of 20')
    expect(counter.textContent).toBe('3/20')
    type(`${FAMILY}abc`)
    expect(named('img', 'Characters: 4 of 20').textContent).toBe('4/20')
  })

  it('has no counter without a limit', () => {
    show({ counter: true })
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('holds in a text area, where a line break counts as one', () => {
    const onChange = vi.fn()
    renderWidget(<TextArea label="Name" maxLength={3} onChange={onChange} />)
    type('a\nb')
    type('a\nbc')
    expect(onChange.mock.calls).toEqual([['a\nb']])
    expect(input().value).toBe('a\nb')
  })
})

describe('text field', () => {
  it('keeps the value of its owner', () => {
    const { onChange, render } = show({ value: 'Ada' })
    type('Adam')
    expect(onChange.mock.calls).toEqual([['Adam']])
    expect(input().value).toBe('Ada')
    render({ value: 'Adam' })
    expect(input().value).toBe('Adam')
  })

  it('shortens no value that its owner passes', () => {
    const { onChange } = show({ value: 'abcdef', maxLength: 3 })
    expect(input().value).toBe('abcdef')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('returns to its default on a reset of its own form only', () => {
    renderWidget(
      <>
        <form id="other" />
        <form id="own">
          <TextField label="Name" defaultValue="Ada" />
        </form>
      </>,
    )
    const [other, own] = [...document.querySelectorAll('form')]
    type('Bob')
    if (other) fireEvent.reset(other)
    expect(input().value).toBe('Bob')
    if (own) fireEvent.reset(own)
    expect(input().value).toBe('Ada')
  })

  it('belongs to the form that `form` names', () => {
    renderWidget(
      <>
        <form id="own" />
        <TextField label="Name" form="own" defaultValue="Ada" />
      </>,
    )
    type('Bob')
    const own = document.querySelector('form')
    if (own) fireEvent.reset(own)
    expect(input().value).toBe('Ada')
  })

  it('keeps its text on a reset that was prevented', () => {
    renderWidget(
      <form onReset={(event) => event.preventDefault()}>
        <TextField label="Name" defaultValue="Ada" />
      </form>,
    )
    type('Bob')
    const own = document.querySelector('form')
    if (own) fireEvent.reset(own)
    expect(input().value).toBe('Bob')
  })

  it('shows a password on request and says so', () => {
    show({ type: 'password' })
    expect(input().type).toBe('password')
    pressNamed('button', 'Show password')
    expect(input().type).toBe('text')
    const hide = named('button', 'Hide password')
    expect(hide.getAttribute('aria-pressed')).toBe('true')
    expect(hide.getAttribute('aria-controls')).toBe(input().id)
    fireEvent.click(hide)
    expect(input().type).toBe('password')
  })

  it('keeps a password hidden while disabled', () => {
    show({ type: 'password', disabled: true })
    pressNamed('button', 'Show password')
    expect(input().type).toBe('password')
  })

  it('passes ref and attributes on to its input', () => {
    const ref = createRef<HTMLInputElement>()
    show({ ref, id: 'name', inputMode: 'email', 'data-test': 'x', start: '@', end: 'left' })
    expect(ref.current).toBe(input())
    expect(input().id).toBe('name')
    expect(input().inputMode).toBe('email')
    expect(input().dataset['test']).toBe('x')
    expect(document.querySelector('[data-x-part=box]')?.textContent).toBe('@left')
  })

  it('calls the handlers of its caller during a composition', () => {
    const [onCompositionStart, onCompositionEnd] = [vi.fn(), vi.fn()]
    show({ onCompositionStart, onCompositionEnd })
    fireEvent.compositionStart(input())
    fireEvent.compositionEnd(input())
    expect(onCompositionStart).toHaveBeenCalledOnce()
    expect(onCompositionEnd).toHaveBeenCalledOnce()
  })
})
