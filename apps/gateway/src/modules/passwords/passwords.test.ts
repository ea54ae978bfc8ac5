import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('password hashes', () => {
  const passwords = createPasswords({ cost: 4 })
  it('hashes by scrypt with a new salt each time (wire 10)', async () => {
    const [first, second] = [
      await passwords.hash('correct horse 7'),
      await passwords.hash('correct horse 7'),
    ]
    expect(first).toMatch(/^scrypt\$4\$8\$3\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/)
    expect(second).not.toBe(first)
  })
  it('match their password and no other', async () => {
    const hash = await passwords.hash('correct horse 7')
    expect(await passwords.matches('correct horse 7', hash)).toBe(true)
    for (const other of ['correct horse 8', 'Correct horse 7', '', 'correct horse 7 '])
      expect(await passwords.matches(other, hash)).toBe(false)
  })
  it('go on matching after the work factor was raised', async () => {
    expect(
      await createPasswords({ cost: 5 }).matches(
        'correct horse 7',
        await passwords.hash('correct horse 7'),
      ),
    ).toBe(true)
  })
  it('match a password however its accents were composed', async () => {
    expect(await passwords.matches('cafe\u0301 1234', await passwords.hash('caf\u00e9 1234'))).toBe(
      true,
    )
  })
  it.each([undefined, '', 'x', 'bcrypt$1$2$3$a$b'])(
    'never match what is no hash (%j), at the price of one',
    async (stored) => {
      expect(await passwords.matches('correct horse 7', stored)).toBe(false)
    },
  )
  it('cost the same for an unknown account', async () => {
    const dear = createPasswords({ cost: 13 })
    const hash = await dear.hash('correct horse 7')
    const cpu = async (stored: string | undefined) => {
      const before = process.cpuUsage()
      // Enough for a clock that counts in steps of 10 ms.
      for (let call = 0; call < 5; call++) await dear.matches('wrong', stored)
      return process.cpuUsage(before).user
    }
    // The least of alternating rounds: other work of this process only adds to a round.
    const rounds: { known: number; unknown: number }[] = []
    for (let round = 0; round < 3; round++)
      rounds.push({ known: await cpu(hash), unknown: await cpu(undefined) })
    const known = Math.min(...rounds.map((round) => round.known))
    const unknown = Math.min(...rounds.map((round) => round.unknown))
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
  })
})
