import { createStore } from '@x/kit'
import type { ReferralRecord } from '@x/referral'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesContext, type PageServices } from '../../lib/services/servicesContext.ts'
import { useReferralCode } from './useReferralCode.ts'

afterEach(cleanup)

/** A registration after a link with this code; `undefined`: after none. */
async function open(commonCode?: string, { isDown = false } = {}) {
  const store = createStore<ReferralRecord | undefined>(
    commonCode === undefined ? undefined : ({ commonCode } as ReferralRecord),
  )
  let listening = 0
  const referral = async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return {
      getState: store.getState,
      subscribe(listener: () => void) {
        listening++
        const stop = store.subscribe(listener)
        return () => {
          listening--
          stop()
        }
      },
    }
  }
  const { result, unmount } = renderHook(() => useReferralCode(), {
    wrapper: ({ children }) => (
      <ServicesContext value={{ referral } as unknown as PageServices}>{children}</ServicesContext>
    ),
  })
  await act(async () => {})
  return {
    code: () => result.current,
    type: (text: string) => act(async () => result.current.setText(text)),
    keep: (code: string) => act(async () => store.setState({ commonCode: code } as ReferralRecord)),
    unmount,
    listening: () => listening,
  }
}

describe('the code of who invited a user', () => {
  it('is none without a link', async () => {
    const { code } = await open()
    expect(code()).toMatchObject({ text: '', isWrong: false })
    expect(code().mergeInto({})).toEqual({})
  })

  it('is that of the link until another is typed', async () => {
    const { code, type } = await open('SPRING')
    expect(code().text).toBe('SPRING')
    await type('FRIEND')
    expect(code().text).toBe('FRIEND')
  })

  it('follows a link that is read later', async () => {
    const { code, keep } = await open()
    await keep('LATER')
    expect(code().text).toBe('LATER')
  })

  it('is not replaced by a link once one was typed', async () => {
    const { code, type, keep } = await open()
    await type('FRIEND')
    await keep('LATER')
    expect(code().text).toBe('FRIEND')
  })

  it('can still be typed where links could not be read', async () => {
    const { code, type } = await open(undefined, { isDown: true })
    await type('FRIEND')
    expect(code().mergeInto({})).toEqual({ commonCode: 'FRIEND' })
  })

  it.each(['a', 'AB12CD34', 'a_b-c', 'x'.repeat(64), ' padded ', ''])('may be %j', async (text) => {
    const { code, type } = await open()
    await type(text)
    expect(code().isWrong).toBe(false)
  })

  it.each(['two words', 'a.b', 'ä', '<b>', 'x'.repeat(65), 'a\tb'])(
    'may not be %j',
    async (text) => {
      const { code, type } = await open()
      await type(text)
      expect(code().isWrong).toBe(true)
    },
  )
})

describe('what a registration sends of it', () => {
  const link = { commonCode: 'SPRING', channelCode: 'c1', vipCode: 'v7' }

  it('is what the link had where nothing was typed', async () => {
    expect((await open('SPRING')).code().mergeInto(link)).toEqual(link)
  })

  it('has the typed code instead of that of the link', async () => {
    const { code, type } = await open('SPRING')
    await type('  FRIEND ')
    expect(code().mergeInto(link)).toEqual({ ...link, commonCode: 'FRIEND' })
  })

  it('has none once it was removed, and keeps the others', async () => {
    const { code, type } = await open('SPRING')
    await type(' ')
    expect(code().mergeInto(link)).toEqual({ channelCode: 'c1', vipCode: 'v7' })
  })

  it('leaves what it was given as it was', async () => {
    const { code, type } = await open('SPRING')
    await type('')
    code().mergeInto(link)
    expect(link.commonCode).toBe('SPRING')
  })
})

it('listens to nothing once the form has gone', async () => {
  const { unmount, listening } = await open('SPRING')
  expect(listening()).toBe(1)
  unmount()
  expect(listening()).toBe(0)
})
