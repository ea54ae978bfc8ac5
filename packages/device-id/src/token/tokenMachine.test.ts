import { readFileSync } from 'node:fs'
import { createMachine, printMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { tokenTable, type TokenEvent, type TokenStatus } from './tokenMachine.ts'

const states = [
  'uninitialised',
  'success',
  'demoted',
  'error',
  'timeout',
] as const satisfies readonly TokenStatus[]
const ends = ['success', 'demoted', 'error', 'timeout'] as const satisfies readonly TokenEvent[]

describe('tokenTable', () => {
  it('has the five states of the specification (spec 4.1)', () => {
    expect(Object.keys(tokenTable)).toEqual(states)
  })

  for (const state of states) {
    for (const end of ends)
      it(`moves from ${state} to ${end} on ${end} (spec 4.1)`, () => {
        const machine = createMachine(tokenTable, state)
        expect(machine.send(end)).toBe(true)
        expect(machine.store.getState()).toBe(end)
      })

    it(`moves from ${state} to uninitialised on forget (spec 4.1)`, () => {
      const machine = createMachine(tokenTable, state)
      expect(machine.send('forget')).toBe(state !== 'uninitialised')
      expect(machine.store.getState()).toBe('uninitialised')
    })
  }

  it('is documented in the README', () => {
    expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(
      printMachine(tokenTable),
    )
  })
})
