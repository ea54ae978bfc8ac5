import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { buildChallengeScript } from './challengeScript.ts'
import { ENGLISH, fillText } from './browser/texts.ts'
import { readChallengeTexts } from './challengeTexts.ts'
import { drawPuzzle } from './puzzle/drawPuzzle.ts'
import { distanceToPiece, PIECE, PIECE_BOX } from './puzzle/geometry.ts'

describe('the scripts of the reference challenge', () => {
  it.each(['main', 'worker'] as const)(
    '%s is one classic script without types, imports and exports',
    async (name) => {
      const { code } = (await buildChallengeScript())[name]
      expect(() => new Script(code)).not.toThrow()
      expect(code).not.toMatch(/^\s*(import|export)\b/m)
    },
  )
  it('uses neither eval nor inline style nor parsed markup (C13)', async () => {
    const { code } = (await buildChallengeScript()).main
    expect(code).not.toMatch(/\beval\(|new Function|innerHTML|insertAdjacentHTML/)
    expect(code).not.toMatch(/document\.write|createObjectURL|setAttribute\('style'/)
  })
  it('carry the hash that a page pins', async () => {
    const { main } = await buildChallengeScript()
    expect(main.integrity).toBe(`sha384-${createHash('sha384').update(main.code).digest('base64')}`)
  })
  it('stay small', async () => {
    const { main, worker } = await buildChallengeScript()
    expect(main.code.length).toBeLessThan(28_000)
    expect(worker.code.length).toBeLessThan(3_000)
  })
})

describe('captcha C12: its texts', () => {
  const find = readChallengeTexts()
  const english = Object.keys(ENGLISH.texts).sort()
  it.each([
    ['zho', 'zh-Hans'],
    ['ara', 'ar'],
  ])('%s is complete', (code, tag) => {
    const language = find({ code, page: 'en' })
    expect(language?.tag).toBe(tag)
    expect(Object.keys(language?.texts ?? {}).sort()).toEqual(english)
  })
  it.each(['xyz', 'constructor', '__proto__', 'eng', undefined])(
    'reads code %s in its built-in English',
    (code) => expect(find({ code })).toBeUndefined(),
  )
  it("uses the page's language where the provider has only English", () => {
    expect(find({ code: 'eng', page: 'ar' })?.direction).toBe('rtl')
    expect(find({ code: 'eng', page: 'zh-Hans-CN' })?.tag).toBe('zh-Hans')
    expect(find({ code: 'zho', page: 'ar' })?.tag).toBe('zh-Hans')
    expect(find({ code: 'eng', page: 'en-GB' })?.texts ?? ENGLISH.texts).toHaveProperty('title')
    expect(find({ code: 'eng', page: 'xx' })).toBeUndefined()
  })
  it('have their places filled', () =>
    expect(fillText('{x} of {range}, {y}', { x: 1, range: 2 })).toBe('1 of 2, '))
})

describe('the pictures', () => {
  it('follow from the seed', async () => {
    const [once, again, other] = await Promise.all([
      drawPuzzle('seed', 'piece'),
      drawPuzzle('seed', 'piece'),
      drawPuzzle('seed 2', 'piece'),
    ])
    expect(once.equals(again)).toBe(true)
    expect(once.equals(other)).toBe(false)
  })
  it('draws a square with a knob right and a notch on top', () => {
    const centre = PIECE_BOX.margin + PIECE.body / 2
    expect(distanceToPiece(centre, centre)).toBeLessThan(0)
    expect(distanceToPiece(PIECE_BOX.margin + PIECE.body + PIECE.knob - 1, centre)).toBeLessThan(0)
    expect(distanceToPiece(centre, PIECE_BOX.margin + 1)).toBeGreaterThan(0)
    expect(distanceToPiece(0, 0)).toBeGreaterThan(0)
  })
})
