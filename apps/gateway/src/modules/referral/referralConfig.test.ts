import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_REFERRAL, readReferralConfig } from './module.ts'

let dir: string
beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'referral-'))))
afterAll(() => rm(dir, { recursive: true, force: true }))
async function read(value: unknown) {
  const file = path.join(dir, 'referral.json')
  await writeFile(file, JSON.stringify(value))
  return readReferralConfig(file)
}

describe('referral configuration (wire 10)', () => {
  it('has the fields of the spec', async () => {
    expect(DEFAULT_REFERRAL).toEqual({
      open: true,
      cacheEffectiveTime: 7,
      cacheBeginTime: expect.any(Number),
      cacheEndTime: expect.any(Number),
      channelCodeList: [],
      activeLinkList: [],
    })
  })
  it('is the operator’s over the defaults', async () => {
    expect(await read({ open: false, channelCodeList: ['a'] })).toEqual({
      ...DEFAULT_REFERRAL,
      open: false,
      channelCodeList: ['a'],
    })
    expect(await readReferralConfig(undefined)).toBe(DEFAULT_REFERRAL)
  })
  it.each([
    { open: 'yes' },
    { cacheEffectiveTime: '7' },
    { channelCodeList: [7] },
    { channelCodeList: 'a' },
    { unknown: 1 },
  ])('refuses %o, and names the field', async (value) => {
    await expect(read(value)).rejects.toThrow(Object.keys(value)[0])
  })
  it('refuses what is no object', async () => {
    await expect(read(null)).rejects.toThrow('no JSON object')
  })
})
