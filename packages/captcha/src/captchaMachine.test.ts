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

describe('the captcha machine', () => {
  it.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'in %s on %s goes where the table says, or nowhere (spec 4)',
    (state, event) => {
      const machine = createMachine(captchaTable, state)
      const next = captchaTable[state][event]
      expect(machine.send(event)).toBe(next !== undefined)
      expect(machine.store.getState()).toBe(next ?? state)
    },
  )

  it('leaves no final state (C9)', () => {
    for (const state of FINAL) expect(captchaTable[state]).toEqual({})
  })

  it('can break from every state that is not final (C9)', () => {
    for (const state of STATES)
      if (!FINAL.includes(state)) expect(captchaTable[state].break).toBe('broken')
  })

  it('is printed in the README', () => {
    expect(readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8')).toContain(
      printMachine(captchaTable),
    )
  })
})
