import { createMachine, printMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import {
  type ImageDomainEvent,
  type ImageDomainStatus,
  imageDomainTable,
} from './imageDomainMachine.ts'

const CELLS: readonly (readonly [
  ImageDomainStatus,
  ImageDomainEvent,
  ImageDomainStatus | undefined,
])[] = [
  ['idle', 'recall', 'settled'],
  ['idle', 'measure', 'measuring'],
  ['idle', 'settle', undefined],
  ['measuring', 'recall', 'settled'],
  ['measuring', 'measure', undefined],
  ['measuring', 'settle', 'settled'],
  ['settled', 'recall', 'settled'],
  ['settled', 'measure', 'measuring'],
  ['settled', 'settle', undefined],
]

describe('the table of the speed test', () => {
  it.each(CELLS)('%s, %s: %s', (state, event, next) => {
    const machine = createMachine(imageDomainTable, state)
    expect(machine.send(event)).toBe(next !== undefined)
    expect(machine.store.getState()).toBe(next ?? state)
  })

  it('has no other cell', () => {
    expect(printMachine(imageDomainTable).split('\n')).toHaveLength(5)
    expect(Object.values(imageDomainTable).flatMap((row) => Object.keys(row))).toHaveLength(
      CELLS.filter(([, , next]) => next).length,
    )
  })
})
