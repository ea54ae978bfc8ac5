// The floor of every measurement: the same presses and waits on elements of the browser, without
// any library.
import { options } from '../rows.js'

function shown(element) {
  document.querySelector('main').append(element)
  return element
}

function bareSelect() {
  const box = shown(document.createElement('div'))
  const input = box.appendChild(
    Object.assign(document.createElement('input'), { role: 'combobox', style: 'width: 200px' }),
  )
  const list = box.appendChild(Object.assign(document.createElement('div'), { hidden: true }))
  for (const { label } of options.slice(0, 10))
    list.append(
      Object.assign(document.createElement('div'), { role: 'option', textContent: label }),
    )
  input.addEventListener('click', () => (list.hidden = false))
  input.addEventListener('keydown', ({ key }) => key === 'Escape' && (list.hidden = true))
  return { set() {}, close: () => box.remove() }
}

function bareDialog() {
  const box = shown(
    Object.assign(document.createElement('div'), {
      role: 'dialog',
      hidden: true,
      textContent: 'Sell 1 BTC at 60,816.42?',
    }),
  )
  return { set: ({ open }) => void (box.hidden = !open), close: () => box.remove() }
}

globalThis.scene = {
  select: bareSelect,
  opener: () => document.querySelector('[role=combobox]'),
  dialog: bareDialog,
}
