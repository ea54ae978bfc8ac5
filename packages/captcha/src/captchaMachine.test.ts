import { createMachine, printMachine } from '@x/kit'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { captchaTable, type CaptchaEvent, type CaptchaStatus } from './captchaMachine.ts'

const STATES = Object.keys(captchaTable) as CaptchaStatus[]
const EVENTS: CaptchaEvent[] = [
  'start',
  'notNeeded',
  'refuse',
  'challenge',
  'loaded',
  'shown',
  'solve',
  'close',
  'verify',
  'reject',
  'break',
]
const FINAL: CaptchaStatus[] = ['passed', 'failed', 'closed', 'refused', 'broken']

describe('captcha machine', () => {
  it.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'moves from %s on %s as the table says (spec 4)',
    (state, event) => {
      const machine = createMachine(captchaTable, state)
      const next = captchaTable[state][event]
      expect(machine.send(event)).toBe(next !== undefined)
      expect(machine.store.getState()).toBe(next ?? state)
    },
  )

  it('never leaves a final state (C9)', () => {
    for (const state of FINAL) expect(captchaTable[state]).toEqual({})
  })

  it('breaks from every non-final state (C9)', () => {
    for (const state of STATES)
      if (!FINAL.includes(state)) expect(captchaTable[state].break).toBe('broken')
  })

  it('is documented in the README', () => {
    expect(readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8')).toContain(
      printMachine(captchaTable),
    )
  })
})
