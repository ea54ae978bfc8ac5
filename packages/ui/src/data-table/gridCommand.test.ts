import { describe, expect, it } from 'vitest'
import { gridCommand, type CellContext } from './gridCommand.ts'

const cell: CellContext = {
  focus: 'cell',
  hasControl: false,
  canSelectAll: true,
  canSelect: true,
  canPress: true,
}
const press = (key: string, modifiers: { control?: boolean; shift?: boolean } = {}) => ({
  key,
  control: false,
  shift: false,
  ...modifiers,
})

describe('gridCommand', () => {
  it.each([
    ['Enter', { hasControl: true }, 'enterControl'],
    ['F2', { hasControl: true }, 'enterControl'],
    ['Enter', {}, 'press'],
    ['F2', {}, undefined],
    ['Enter', { canPress: false }, undefined],
    [' ', {}, 'select'],
    [' ', { canSelect: false }, 'move'],
    ['ArrowDown', {}, 'move'],
    ['Escape', {}, 'move'],
  ] as const)('gives for %j on a cell with %j: %s', (key, context, command) => {
    expect(gridCommand(press(key), { ...cell, ...context })).toBe(command)
  })

  it.each(['control', 'text'] as const)('leaves a %s by Escape', (focus) => {
    expect(gridCommand(press('Escape'), { ...cell, focus })).toBe('leaveControl')
  })

  it.each(['a', ' ', 'Enter', 'ArrowLeft', 'Home'])('leaves %j to a text control', (key) => {
    const context = { ...cell, focus: 'text' } as const
    expect(gridCommand(press(key), context)).toBeUndefined()
    expect(gridCommand(press(key, { control: true, shift: true }), context)).toBeUndefined()
  })

  it('leaves space to a control, but selects with Shift', () => {
    const context = { ...cell, focus: 'control' } as const
    expect(gridCommand(press(' '), context)).toBe('move')
    expect(gridCommand(press(' ', { shift: true }), context)).toBe('select')
  })

  it('selects all rows by Control and A in either case', () => {
    for (const key of ['a', 'A']) {
      expect(gridCommand(press(key, { control: true }), cell)).toBe('selectAll')
      expect(gridCommand(press(key, { control: true }), { ...cell, canSelectAll: false })).toBe(
        'move',
      )
    }
  })
})
