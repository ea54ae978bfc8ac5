import { afterEach, expect, it } from 'vitest'
import { unreadField } from './unreadField.ts'

afterEach(() => document.body.replaceChildren())

/** A form with a field for each name; what stands in it is not always what was read of it. */
function formOf(fields: Readonly<Record<string, string>>) {
  const form = document.createElement('form')
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.setAttribute('inputmode', 'decimal')
    input.dataset['name'] = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  return form
}

it.each([
  ['nothing is written', { price: '', size: '' }, {}, undefined],
  ['all was read', { price: '1', size: '2' }, { price: '1', size: '2' }, undefined],
  ['one could not be read', { price: '1', size: '2x' }, { price: '1' }, 'size'],
  ['one was read as nothing', { price: '1,2,3' }, { price: '' }, 'price'],
  ['two could not be read', { price: 'a', size: 'b' }, {}, 'price'],
  ['a blank field was read as something', { price: '' }, { price: '5' }, undefined],
  ['zero was read', { size: '0' }, { size: '0' }, undefined],
] as const)('finds the first field that was not read where %s', (_, fields, read, name) => {
  expect(unreadField(formOf(fields), read)?.dataset['name']).toBe(name)
})

it('passes over fields that hold no number', () => {
  const form = formOf({})
  const note = document.createElement('input')
  note.value = 'text'
  form.append(note)
  expect(unreadField(form, {})).toBeUndefined()
})
