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
    'spec 4 in %s on %s goes where the table says, or nowhere',
    (state, event) => {
      const machine = createMachine(captchaTable, state)
      const next = captchaTable[state][event]
      expect(machine.send(event)).toBe(next !== undefined)
      expect(machine.store.getState()).toBe(next ?? state)
    },
  )

  it('C9 leaves no final state', () => {
    for (const state of FINAL) expect(captchaTable[state]).toEqual({})
  })

  it('C9 can break from every state that is not final', () => {
    for (const state of STATES)
      if (!FINAL.includes(state)) expect(captchaTable[state].break).toBe('broken')
  })

  it('is printed in the README', () => {
    expect(readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8')).toContain(
      printMachine(captchaTable),
    )
  })
})
